import { sdkMinimums } from '@voltline/contract'
import { FactTable } from '../components/fact-table.tsx'
import { Icon } from '../components/icon.tsx'
import { Heading, PageHead } from '../components/text.tsx'
import { type SdkName, type SdkWords, sdk, sdkNames } from '../content/sdk.ts'
import type { Language } from '../language.ts'

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
      <div className="wrap">
        <ul className="sdk-list">
          {order.map((name) => (
            <SdkItem key={name} name={name} t={t} />
          ))}
        </ul>
      </div>
      <section className="wrap section">
        <Heading title={t.start.heading} lead={t.start.lead} />
        <ol className="code-steps">
          {t.start.steps.map(([title, text, code]) => (
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
      </section>
      <section className="wrap section">
        <Heading title={t.calls.heading} lead={t.calls.lead} />
        <FactTable {...t.calls} code />
      </section>
      <section className="wrap section">
        <Heading title={t.answers.heading} lead={t.answers.lead} />
        <FactTable {...t.answers} code />
        <p className="table-note">
          {t.docs.text}{' '}
          <a className="text-link" href="/api/docs">
            {t.docs.link}
          </a>
        </p>
      </section>
    </>
  )
}

function SdkItem({ name, t }: { name: SdkName; t: SdkWords }) {
  const item = t.items[name]
  const { name: title, icon } = sdkNames[name]
  const facts: [string, string][] = [
    [t.needs, item.needs.replace('{version}', minimumOf[name] ?? '')],
    [t.language, item.language],
    [t.state, item.state],
  ]
  return (
    <li className="card sdk-item" id={name}>
      <h2>
        <Icon name={icon} size={28} />
        {title}
      </h2>
      <dl>
        {facts.map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <a className="button outline" href={`/downloads/voltline-sdk-${name}.zip`} download>
        <Icon name="download" size={18} />
        {t.download}
        <span className="unseen"> {title} SDK, zip</span>
      </a>
    </li>
  )
}
