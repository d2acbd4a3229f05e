import type { humanChallenge, Received } from '@voltline/contract'

interface Widget {
  render: (place: HTMLElement, options: { sitekey: string; callback: (token: string) => void }) => unknown
}

/** Each provider's script and the global that it defines. All three have the same `render`. */
const providers = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js', name: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', name: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js', name: 'turnstile' },
} as const

const isWidget = (value: unknown): value is Widget =>
  typeof value === 'object' && value !== null && 'render' in value && typeof value.render === 'function'

/** Renders the check of the provider that the operator has configured. */
export function showProvider(
  place: HTMLElement,
  challenge: Partial<Received<typeof humanChallenge>>,
  pass: (token: string) => void,
): void {
  const { provider, siteKey } = challenge
  if (!provider || !(provider in providers) || !siteKey) return
  const { script, name } = providers[provider as keyof typeof providers]
  const draw = () => {
    const widget: unknown = Reflect.get(window, name)
    if (!isWidget(widget)) return false
    widget.render(place, { sitekey: siteKey, callback: pass })
    return true
  }
  if (draw()) return
  const ready = 'voltlineHumanCheckReady'
  Reflect.set(window, ready, draw)
  const tag = document.createElement('script')
  tag.src = `${script}?render=explicit&onload=${ready}`
  tag.async = true
  document.head.append(tag)
}
