import { sdkMinimums } from '@voltline/contract'
import { ButtonLink } from '../components/button.tsx'
import surface from '../components/surface.module.css'
import { DefinitionTable } from '../components/table/definition-table.tsx'
import { Unseen } from '../components/text.tsx'
import { type SdkName, type SdkWords, sdk, sdkNames } from '../content/sdk.ts'
import { Icon } from '../drawings/icon.tsx'
import type { Language } from '../language.ts'
import { Heading, PageHead, Section, Wrap } from '../layout/section.tsx'
import classes from './sdk.module.css'

const order: readonly SdkName[] = ['ios', 'android', 'unity', 'unreal', 'javascript']

const minimumOf: Partial<Record<SdkName, string>> = {
  ios: sdkMinimums.iosToolchain,
  android: sdkMinimums.androidApiLevel,
  unity: sdkMinimums.unity,
}

export function SdkPage({ language }: { language: Language }) {
  const t = sdk[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <Wrap>
        <ul className={classes.list}>
          {order.map((name) => (
            <SdkItem key={name} name={name} t={t} />
          ))}
        </ul>
      </Wrap>
      <FirstSteps words={t.start} />
      <Section>
        <Heading title={t.calls.heading} lead={t.calls.lead} />
        <DefinitionTable {...t.calls} code />
      </Section>
      <Section>
        <Heading title={t.answers.heading} lead={t.answers.lead} />
        <DefinitionTable {...t.answers} code />
        <p className={classes.tableNote}>
          {t.docs.text}{' '}
          <a className={classes.textLink} href="/api/docs">
            {t.docs.link}
          </a>
        </p>
      </Section>
    </>
  )
}

function FirstSteps({ words }: { words: SdkWords['start'] }) {
  return (
    <Section>
      <Heading title={words.heading} lead={words.lead} />
      <ol className={classes.steps}>
        {words.steps.map(([title, text, code]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls sideways must be reachable by keyboard. */}
            <pre tabIndex={0}>
              <code>{code}</code>
            </pre>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function SdkItem({ name, t }: { name: SdkName; t: SdkWords }) {
  const item = t.items[name]
  const { name: title, icon } = sdkNames[name]
  const properties: [label: string, text: string][] = [
    [t.needs, item.needs.replace('{version}', minimumOf[name] ?? '')],
    [t.language, item.language],
    [t.state, item.state],
  ]
  return (
    <li className={`${surface.card} ${classes.item}`} id={name}>
      <h2>
        <Icon name={icon} size={28} />
        {title}
      </h2>
      <dl>
        {properties.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink look="outline" href={`/downloads/voltline-sdk-${name}.zip`} download>
        <Icon name="download" size={18} />
        {t.download}
        <Unseen> {title} SDK, zip</Unseen>
      </ButtonLink>
    </li>
  )
}
