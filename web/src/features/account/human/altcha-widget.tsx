import 'altcha'
import 'altcha/i18n/en'
import 'altcha/i18n/ko'
import type { Configuration } from 'altcha/types'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '../../../i18n/i18n.ts'
import type { WidgetProps } from './human-check.tsx'

/** The self-hosted proof of work: the browser computes for a moment, without a puzzle to solve. */
export function AltchaWidget({ challenge, onToken }: WidgetProps) {
  const { t, language } = useI18n()
  const place = useRef<HTMLDivElement>(null)
  const handleToken = useEffectEvent(onToken)
  useEffect(() => {
    const widget = document.createElement('altcha-widget')
    widget.setAttribute('language', language)
    widget.setAttribute('type', 'native')
    widget.addEventListener('load', () => {
      const config = { challenge: challenge.challenge as unknown as Configuration['challenge'] }
      void widget.configure({ ...config, hideFooter: true, hideLogo: true, language })
    })
    widget.addEventListener('statechange', (event) => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail
      handleToken(state === 'verified' && payload ? payload : null)
    })
    place.current?.replaceChildren(widget)
    return () => widget.remove()
  }, [challenge, language])
  return <div ref={place} title={t('account.human.title')} />
}
