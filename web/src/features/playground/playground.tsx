import './phone.css'
import './playground.css'
import { IconCloud, IconPlugConnectedX } from '@tabler/icons-react'
import { type DemoDecision, type ErrorCode, errorCodes, getPlayground } from '@voltline/contract'
import { useEffect, useState } from 'react'
import { raise } from '../../api/failure.ts'
import { useQueryCall } from '../../api/hooks.ts'
import { forget, readStored, storageKeys } from '../../browser/storage.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useTitle } from '../../ui/page.tsx'
import { Banner, Chip, Empty } from '../../ui/parts.tsx'
import type { Exchange, PhoneWindow } from './bridge.ts'
import { Controls } from './controls.tsx'
import { chargedOf } from './figures.ts'
import { PhoneApp } from './phone-app.tsx'
import { PhoneScreen } from './phone-screen.tsx'
import { StoreSheet } from './store-sheet.tsx'
import { Summary } from './summary.tsx'
import { Timeline, unsentOf } from './timeline.tsx'
import { type PhoneCountry, type PlaygroundApp, usePhone } from './use-phone.ts'
import { useVisit, type Visit } from './use-visit.ts'
import { VisitPanel } from './visit-panel.tsx'

/** Answers that come with a decision, which says it better. */
const decided = ['SUCCESS', 'AD_NOTFOUND', 'EXCEEDED_IMPRESSION']

/** What became of the app's last question where no decision tells it: nothing answered, or it was refused. */
function troubleOf(exchanges: readonly Exchange[]): 'offline' | ErrorCode | null {
  const last = exchanges.findLast((one) => one.path === '/sdk/v1/ad')
  if (!last || last.state === 'sent') return null
  if (last.state === 'failed' || last.error === '') return 'offline'
  return decided.includes(last.error) ? null : (errorCodes.find((code) => code === last.error) ?? 'UNKNOWN')
}

function Trouble({ trouble }: { trouble: 'offline' | ErrorCode }) {
  const { t } = useI18n()
  return (
    <Banner tone="warn" icon={<IconPlugConnectedX size={20} stroke={1.75} aria-hidden="true" />}>
      {trouble === 'offline' ? (
        <>
          <b>{t('playground.tap.failed')}</b> {t('playground.tap.failedText')}
        </>
      ) : (
        t('playground.tap.refusedAsk', { error: t(`errors.${trouble}`) })
      )}
    </Banner>
  )
}

function TapPanel(props: {
  app: PlaygroundApp
  visit: Visit
  decision: DemoDecision | undefined
  exchanges: readonly Exchange[]
  trouble: 'offline' | ErrorCode | null
}) {
  const { decision, visit } = props
  const { t, country } = useI18n()
  const facts = decision
    ? t('playground.tap.fact', {
        product: t(`playground.visit.tap.${decision.product}`),
        country: decision.country ? country(decision.country) : '–',
        platform: decision.platform === 'AOS' ? 'Android' : 'iOS',
      })
    : ''
  return (
    <section className="pg-tap-panel" id="pg-tap" aria-labelledby="pg-tap-title">
      <header>
        <h2 id="pg-tap-title">{t('playground.tap.title')}</h2>
        {facts ? <Chip>{facts}</Chip> : null}
      </header>
      {visit.isAway ? (
        <Banner tone="warn" icon={<IconPlugConnectedX size={20} stroke={1.75} aria-hidden="true" />}>
          {t('playground.tap.away')}
        </Banner>
      ) : null}
      {props.trouble ? <Trouble trouble={props.trouble} /> : null}
      {decision ? (
        <Timeline
          key={decision.number}
          decision={decision}
          exchanges={props.exchanges}
          app={props.app.appName}
        />
      ) : (
        <Empty
          icon={<IconCloud size={22} stroke={1.75} />}
          title={t('playground.tap.empty')}
          text={t('playground.tap.emptyText')}
        />
      )}
    </section>
  )
}

function Play({ app, onStartOver }: { app: PlaygroundApp; onStartOver(): void }) {
  const { t } = useI18n()
  const [window, setWindow] = useState<PhoneWindow | null>(null)
  const [deviceID, setDeviceID] = useState(() => readStored(storageKeys.device))
  const [country, setCountry] = useState<PhoneCountry>('KR')
  const [isOffline, setOffline] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const visit = useVisit(app.apiKey, deviceID)
  const { decisions, refresh } = visit
  const phone = usePhone({ app, window, country, isOffline, onDevice: setDeviceID, onAnswer: refresh })
  const { exchanges, readVolts } = phone
  const newest = decisions[0]
  const decision = decisions.find((one) => one.number === chosen) ?? newest
  const { userMicros } = chargedOf(decisions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tap is what the visitor wants to see
  useEffect(() => setChosen(null), [newest?.number])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every charge brings volts
  useEffect(readVolts, [readVolts, userMicros])
  return (
    <div className="pg-columns">
      <div className="pg-left">
        <PhoneScreen
          label={t('playground.phone.label', { app: app.appName })}
          window={window}
          onWindow={setWindow}
        >
          <PhoneApp {...{ app, phone, country, isOffline, visit: decisions }} />
          <StoreSheet
            phone={phone}
            advertiserOf={(ad) =>
              decisions.flatMap((one) => one.bids).find((bid) => bid.proID === ad.proID)?.advertiser ?? ''
            }
          />
        </PhoneScreen>
        <Summary decision={newest} />
        <Controls
          {...{ phone, country, isOffline, onStartOver, unsent: unsentOf(exchanges).length }}
          onCountry={setCountry}
          onOffline={setOffline}
        />
      </div>
      <TapPanel
        {...{ app, visit, decision, exchanges, trouble: chosen === null ? troubleOf(exchanges) : null }}
      />
      <VisitPanel decisions={decisions} shown={decision} onShow={setChosen} />
    </div>
  )
}

/** A phone that anybody may play with, and beside it what every tap does on the server. */
export function Playground() {
  const { t } = useI18n()
  const { data } = useQueryCall(getPlayground, {})
  const [phones, setPhones] = useState(0)
  useTitle(t('playground.title'))
  const isMissing = data !== undefined && data.playground === null
  useEffect(() => {
    if (isMissing) raise({ type: 'NOT_FOUND' })
  }, [isMissing])
  function handleStartOver() {
    forget(storageKeys.device)
    setPhones((before) => before + 1)
  }
  return (
    <div className="pg">
      <header className="pg-head">
        <h1>{t('playground.title')}</h1>
        <p>{t('playground.lead')}</p>
      </header>
      {data?.playground ? <Play key={phones} app={data.playground} onStartOver={handleStartOver} /> : null}
    </div>
  )
}
