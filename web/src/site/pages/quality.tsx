import { invalidReasons, trafficRuleDefaults, trafficRules } from '@voltline/contract'
import { traffic as english } from '../../i18n/en/traffic.ts'
import { traffic as korean } from '../../i18n/ko/traffic.ts'
import { ButtonLink } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { FeatureGrid } from '../components/feature-grid.tsx'
import surface from '../components/surface.module.css'
import { CheckList, Lead } from '../components/text.tsx'
import { quality } from '../content/quality.ts'
import type { Language } from '../language.ts'
import { Heading, PageHead, Section } from '../layout/section.tsx'
import classes from './quality.module.css'

const traffic = { en: english, ko: korean } as const

interface RuleItem {
  id: string
  name: string
  text: string
  setting?: string
}

/** Every rule in its order, each with its default filled in. */
function rulesIn(language: Language): RuleItem[] {
  const { rule: texts, amount: amounts } = traffic[language]
  const t = quality[language].rules
  return trafficRules.map((id) => {
    const { threshold, unit } = trafficRuleDefaults[id]
    const amount =
      unit && threshold !== null
        ? amounts[unit].replace('{amount}', threshold.toLocaleString('en-US'))
        : undefined
    return {
      id,
      name: texts[id].name,
      text: texts[id].text.replace('{threshold}', amount ?? ''),
      setting: amount ? t.default.replace('{amount}', amount) : t.fixed,
    }
  })
}

const reasonsIn = (language: Language): RuleItem[] =>
  invalidReasons.map((id) => ({ id, ...traffic[language].reason[id] }))

/** Each rule has its id as anchor, so that a screen can link to it. */
function Rules({ items }: { items: readonly RuleItem[] }) {
  return (
    <ol className={classes.rules}>
      {items.map(({ id, name, text, setting }) => (
        <li key={id} id={id}>
          <div>
            <h3>
              <a href={`#${id}`}>{name}</a>
            </h3>
            <code>{id}</code>
          </div>
          <p>{text}</p>
          {setting ? <Chip>{setting}</Chip> : null}
        </li>
      ))}
    </ol>
  )
}

export function QualityPage({ language }: { language: Language }) {
  const t = quality[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <Section>
        <Heading title={t.promises.heading} />
        <FeatureGrid features={t.promises.features} icons={['check', 'clock', 'chart']} />
      </Section>
      <Section>
        <Heading title={t.rules.heading} lead={t.rules.lead} />
        <Rules items={rulesIn(language)} />
      </Section>
      <Section>
        <Heading title={t.always.heading} lead={t.always.lead} />
        <Rules items={reasonsIn(language)} />
      </Section>
      <Section>
        <Heading title={t.cases.heading} lead={t.cases.lead} />
        <FeatureGrid features={t.cases.features} icons={['stack', 'split', 'route']} />
      </Section>
      <Section>
        <Heading title={t.records.heading} />
        <CheckList points={t.records.points} />
      </Section>
      <Section>
        <div className={`${surface.panel} ${surface.wide}`}>
          <h2>{t.contact.heading}</h2>
          <Lead>{t.contact.text}</Lead>
          <ButtonLink look="primary" size="large" href="/home-help#contact">
            {t.contact.link}
          </ButtonLink>
        </div>
      </Section>
    </>
  )
}
