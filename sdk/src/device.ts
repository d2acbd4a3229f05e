import { store } from './store.ts'

/** What the user, or a law, allows. */
export interface Consent {
  gdpr?: boolean
  tcString?: string
  ccpa?: string
  /** The app is directed at children. */
  coppa?: boolean
  limitTracking?: boolean
}

const deviceKey = 'voltline.device'

/** A random id, stored in this browser. */
function ownDevice(key: string): string {
  const known = store.get(key)
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  store.set(key, made)
  return made
}

/** With `coppa` or `limitTracking` a random id of this app alone: no id that another app, or the app itself, knows. */
export function deviceOf(options: { apiKey: string; deviceID?: string; consent?: Consent }): string {
  const { apiKey, deviceID, consent } = options
  if (consent?.coppa || consent?.limitTracking) return ownDevice(`${deviceKey}.${apiKey}`)
  return deviceID ?? ownDevice(deviceKey)
}
