import { emailPattern, limits } from '@voltline/contract'
import { errors as englishErrors } from '../../../i18n/en/errors.ts'
import { ui as englishUi } from '../../../i18n/en/ui.ts'
import { errors as koreanErrors } from '../../../i18n/ko/errors.ts'
import { ui as koreanUi } from '../../../i18n/ko/ui.ts'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/text.tsx'
import { common } from '../../content/common.ts'
import { type HelpWords, help } from '../../content/help.ts'
import { Icon } from '../../drawings/icon.tsx'
import type { Language } from '../../language.ts'
import classes from './contact-form.module.css'

const fieldTexts = { en: englishUi.field, ko: koreanUi.field }
const errorTexts = { en: englishErrors, ko: koreanErrors }

/** The texts that the script shows. The form carries them, so the script contains no texts and no rules. */
export interface ContactScriptWords {
  human: HelpWords['human']
  sent: string
  ok: string
  cancel: string
  errors: Record<'UNKNOWN' | 'API_FORBIDDEN' | 'TRYAGAIN_LATER', string>
}

function scriptWords(language: Language): ContactScriptWords {
  const { UNKNOWN, API_FORBIDDEN, TRYAGAIN_LATER } = errorTexts[language]
  return {
    human: help[language].human,
    sent: help[language].send.success,
    ok: common[language].ok,
    cancel: common[language].session.cancel,
    errors: { UNKNOWN, API_FORBIDDEN, TRYAGAIN_LATER },
  }
}

export function ContactForm({ language }: { language: Language }) {
  const t = help[language].contact
  const texts = fieldTexts[language]
  const email = { pattern: emailPattern.source, patternText: texts.email }
  const digits = { pattern: '^\\d*$', patternText: texts.numbersOnly }
  return (
    <form className={classes.form} data-contact={JSON.stringify(scriptWords(language))} noValidate>
      <Field language={language} name="name" label={t.name} autoComplete="name" required />
      <Field
        language={language}
        name="email"
        label={t.email}
        type="email"
        autoComplete="email"
        max={limits.emailMax}
        rule={email}
        required
      />
      <Field language={language} name="company" label={t.company} autoComplete="organization" />
      <Field
        language={language}
        name="mobile"
        label={t.mobile}
        type="tel"
        autoComplete="tel-national"
        hint={t.mobileHint}
        max={limits.mobileDigitsMax}
        rule={digits}
      />
      <Field language={language} name="message" label={t.message} max={limits.messageMax} long required />
      <div className={classes.send}>
        <Button type="submit" look="primary" size="large">
          {t.send}
        </Button>
        <noscript>
          <Note>{t.noScript}</Note>
        </noscript>
      </div>
    </form>
  )
}

interface FieldProps {
  language: Language
  name: string
  label: string
  type?: 'text' | 'email' | 'tel'
  autoComplete?: string
  hint?: string
  max?: number
  rule?: { pattern: string; patternText: string }
  required?: boolean
  long?: boolean
}

function Field({ language, name, label, hint, rule, long = false, required = false, ...rest }: FieldProps) {
  const texts = fieldTexts[language]
  const max = rest.max ?? limits.nameMax
  const id = `contact-${name}`
  const input = {
    id,
    name,
    autoComplete: rest.autoComplete ?? 'off',
    required,
    'aria-required': required,
    'aria-describedby': `${id}-note`,
    'data-required-text': required ? texts.required : undefined,
    'data-max': max,
    'data-max-text': texts.maxLength.replace('{max}', max.toLocaleString('en-US')),
    'data-pattern': rule?.pattern,
    'data-pattern-text': rule?.patternText,
  }
  return (
    <div className={`${classes.field} ${long ? classes.long : ''}`}>
      <label htmlFor={id}>
        {label}
        {required ? (
          <span className={classes.star} aria-hidden="true">
            {' *'}
          </span>
        ) : (
          <span className={classes.optional}> {help[language].contact.optional}</span>
        )}
      </label>
      {long ? <textarea {...input} rows={6} /> : <input {...input} type={rest.type ?? 'text'} />}
      <p className={classes.note} id={`${id}-note`} data-hint={hint ?? ''}>
        <Icon name="alert" size={16} />
        <span aria-live="polite">{hint}</span>
      </p>
    </div>
  )
}
