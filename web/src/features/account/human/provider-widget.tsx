import { useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '../../../i18n/i18n.ts'
import { showAlert } from '../../../ui/dialogs/dialogs.tsx'
import type { WidgetProps } from './human-check.tsx'

/** The three providers share one shape: a script with a `render` function. */
interface ProviderApi {
  render(place: HTMLElement, options: Record<string, unknown>): unknown
}

const providers = {
  recaptcha: { src: 'https://www.google.com/recaptcha/api.js', global: 'grecaptcha' },
  hcaptcha: { src: 'https://js.hcaptcha.com/1/api.js', global: 'hcaptcha' },
  turnstile: { src: 'https://challenges.cloudflare.com/turnstile/v0/api.js', global: 'turnstile' },
} as const
type ProviderName = keyof typeof providers

function loadProvider(name: ProviderName, language: string): Promise<ProviderApi> {
  const { src, global } = providers[name]
  const found = () => (window as unknown as Record<string, ProviderApi | undefined>)[global]
  return new Promise((resolve, reject) => {
    const known = found()
    if (known) return resolve(known)
    const ready = `${name}Ready`
    Object.assign(window, {
      [ready]: () => {
        const loaded = found()
        if (loaded) resolve(loaded)
        else reject(new Error(`${name} did not start`))
      },
    })
    const script = document.createElement('script')
    script.src = `${src}?${new URLSearchParams({ render: 'explicit', onload: ready, hl: language })}`
    script.async = true
    script.addEventListener('error', () => reject(new Error(`${name} did not load`)))
    document.head.append(script)
  })
}

/** A check by someone else; their program is loaded only when the server names them. */
export function ProviderWidget({ challenge, onToken }: WidgetProps) {
  const { t, language } = useI18n()
  const place = useRef<HTMLDivElement>(null)
  const handleToken = useEffectEvent(onToken)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the provider draws once; it cannot change its language later
  useEffect(() => {
    const { provider, siteKey } = challenge
    if (provider === 'altcha' || provider === 'test') return
    const box = document.createElement('div')
    place.current?.replaceChildren(box)
    loadProvider(provider, language).then(
      (api) =>
        api.render(box, {
          sitekey: siteKey,
          hl: language,
          callback: (token: string) => handleToken(token),
          'expired-callback': () => handleToken(null),
          'error-callback': () => handleToken(null),
        }),
      () => void showAlert(t('errors.UNKNOWN')),
    )
  }, [challenge])
  return <div ref={place} />
}
