import { Outbox, store } from './outbox.ts'
import { make, makeLink, openStage, whenSeen } from './show.ts'
import {
  type Ad,
  type Answer,
  ask,
  type Connection,
  type Platform,
  type Reward,
  VoltlineError,
} from './wire.ts'

export { type Ad, type Platform, type Reward, VoltlineError }

export interface Options {
  /** The app's key, from its page in the publisher console. */
  apiKey: string
  platform: Platform
  /** The address of the Voltline server. Default: the origin of the script. */
  server?: string
  /** Your own device id, up to 64 printable ASCII characters. Default: a random id, stored in this browser. */
  deviceID?: string
  /** Two letters. Default: the country of the IP address. */
  country?: string
  /** Marked sample ads that are not charged. */
  test?: boolean
  appVersion?: string
  /** Called for every reward that the server has confirmed, including one earned offline on an earlier page. */
  onReward?: (reward: Reward) => void
}

export interface Shown {
  /** The reward with its receipt, if the user has earned one. */
  reward?: Reward
}

/** A loaded ad that can be shown once. */
export interface Fullscreen {
  ad: Ad
  /** Resolves when the user has closed it and, if a reward was earned, when the server has confirmed that. */
  show(): Promise<Shown>
}

export interface Banner {
  ad: Ad
  remove(): void
}

interface Offer {
  ad: Ad
  at: number
}

const scriptOrigin = (): string => {
  const script = typeof document === 'undefined' ? null : document.currentScript
  return script instanceof HTMLScriptElement && script.src ? new URL(script.src).origin : ''
}
const origin = scriptOrigin()
const deviceKey = 'voltline.device'
/** An interstitial with a reward can be closed so long after its impression was answered, */
const rewardedMs = 2_000
/** and after this time in any case. */
const closableMs = 5_000
/** An older server does not say. */
const visibleMsOf = (ad: Ad): number => ad.minVisibleMs ?? 1_000
const korean = () => navigator.language.startsWith('ko')
const labels = () => (korean() ? { ad: '광고', close: '닫기' } : { ad: 'Advertisement', close: 'Close' })

function ownDevice(): string {
  const known = store.get(deviceKey)
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  store.set(deviceKey, made)
  return made
}

/** One app's connection to Voltline. Create it with `init`. */
export class Voltline {
  readonly deviceID: string
  readonly #to: Connection
  readonly #options: Options
  readonly #outbox: Outbox

  constructor(options: Options) {
    const server = (options.server ?? origin).replace(/\/+$/, '')
    if (!server || !options.apiKey) throw new VoltlineError('server and apiKey are needed')
    this.#options = options
    this.#to = { server, apiKey: options.apiKey }
    this.deviceID = options.deviceID ?? ownDevice()
    this.#outbox = new Outbox(this.#to, ({ reward }) => {
      if (reward) options.onReward?.(reward as Reward)
    })
    const { platform, country, appVersion } = options
    const session = { deviceID: this.deviceID, platform, country, appVersion, language: navigator.language }
    // Only for the publisher's user figures, so nothing waits for it.
    ask(this.#to, '/sdk/v1/session', session).catch(() => {})
  }

  /** Shows a banner inside an element. It counts once half of it has been in view for a second. */
  async banner(options: { medID: number; element: HTMLElement }): Promise<Banner> {
    const offer = await this.#request(options.medID)
    const { ad } = offer
    const link = makeLink(ad, { width: '100%' })
    for (const src of ad.materials.slice(0, 1)) {
      link.append(
        make('img', { display: 'block', maxWidth: '100%', margin: '0 auto' }, { src, alt: ad.name }),
      )
    }
    options.element.replaceChildren(link)
    const forget = whenSeen(link, visibleMsOf(ad), () => void this.#report(offer, 'IMPRESSION'))
    return {
      ad,
      remove() {
        forget()
        link.remove()
      },
    }
  }

  /** Loads an interstitial. On a rewarded unit closing it earns the reward. */
  async interstitial(options: { medID: number }): Promise<Fullscreen> {
    const offer = await this.#request(options.medID)
    const { ad } = offer
    const show = () =>
      new Promise<Shown>((resolve) => {
        const stage = openStage(labels(), () => {
          forget()
          if (ad.reward) void this.#earn(offer).then(resolve)
          else resolve({})
        })
        const link = makeLink(ad)
        const style = { display: 'block', maxWidth: '100vw', maxHeight: '100vh' }
        link.append(make('img', style, { src: ad.materials[0] ?? '', alt: ad.name }))
        stage.content.append(link)
        const letClose = () => stage.setClosable(true)
        const forget = whenSeen(link, visibleMsOf(ad), () => {
          void this.#report(offer, 'IMPRESSION').finally(() => setTimeout(letClose, rewardedMs))
        })
        if (!ad.reward) return
        stage.setClosable(false)
        setTimeout(letClose, closableMs)
      })
    return { ad, show: once(show) }
  }

  /** Loads a video. Watching it to the end earns the unit's reward; closing it earlier earns none. */
  async rewardedVideo(options: { medID: number }): Promise<Fullscreen> {
    const offer = await this.#request(options.medID)
    const { ad } = offer
    const [src = '', poster] = ad.materials
    const style = { display: 'block', maxWidth: '100vw', maxHeight: '100vh' }
    const video = make('video', style, { src, playsInline: true, preload: 'auto', ...(poster && { poster }) })
    const show = () =>
      new Promise<Shown>((resolve, reject) => {
        let earned: Promise<Shown> | undefined
        const stage = openStage(labels(), () => {
          video.pause()
          void (earned ?? Promise.resolve({})).then(resolve)
        })
        const link = makeLink(ad)
        link.append(video)
        stage.content.append(link)
        // A second into play at the earliest; repeats are not sent.
        video.addEventListener('timeupdate', () => {
          if (video.currentTime * 1_000 >= visibleMsOf(ad)) void this.#report(offer, 'IMPRESSION')
        })
        video.addEventListener('ended', () => {
          earned = this.#earn(offer)
        })
        const fail = () => {
          stage.close()
          reject(new VoltlineError('VIDEO'))
        }
        video.addEventListener('error', fail)
        // A browser that blocks sound before a user gesture plays it muted.
        video.play().catch(() => {
          video.muted = true
          video.play().catch(fail)
        })
      })
    return { ad, show: once(show) }
  }

  /** Claims an app reward: once a day per device and key. */
  async appReward(rewardKey: string): Promise<Reward> {
    const response = await ask(this.#to, '/sdk/v1/app-reward', { deviceID: this.deviceID, rewardKey })
    return response.reward as Reward
  }

  /** The volts that this device has earned in this app. */
  async volts(): Promise<number> {
    const response = await ask(this.#to, `/sdk/v1/user?deviceID=${encodeURIComponent(this.deviceID)}`)
    return response.volts as number
  }

  async #request(medID: number): Promise<Offer> {
    const { country, test } = this.#options
    const at = Date.now()
    const response = await ask(this.#to, '/sdk/v1/ad', { medID, deviceID: this.deviceID, country, test })
    return { ad: response.ad as Ad, at }
  }

  #report(offer: Offer, action: 'IMPRESSION' | 'WATCH'): Promise<Answer | undefined> {
    return this.#outbox.report(offer.ad.token, action, offer.at)
  }

  async #earn(offer: Offer): Promise<Shown> {
    const response = await this.#report(offer, 'WATCH')
    return response?.reward ? { reward: response.reward as Reward } : {}
  }
}

/** An ad can be shown once: its token is valid for one impression. */
function once(show: () => Promise<Shown>): () => Promise<Shown> {
  let shown: Promise<Shown> | undefined
  return () => {
    shown ??= show()
    return shown
  }
}

export const init = (options: Options): Voltline => new Voltline(options)
