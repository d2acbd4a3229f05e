import { IconCloud, IconPlugConnectedX } from '@tabler/icons-react'
import { type DemoDecision, type ErrorCode, errorCodes, getPlayground } from '@voltline/contract'
import { useEffect, useState } from 'react'
import { raise } from '../../api/failure.ts'
import { useContractQuery } from '../../api/query.ts'
import { forget, readStored, storageKeys } from '../../browser/storage.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Banner } from '../../ui/page/banner.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { useTitle } from '../../ui/page/page.tsx'
import { Controls } from './controls.tsx'
import { chargedOf } from './figures.ts'
import type { Exchange, PhoneWindow } from './phone/bridge.ts'
import { PhoneApp } from './phone/phone-app.tsx'
import { PhoneScreen } from './phone/phone-screen.tsx'
import { StoreSheet } from './phone/store-sheet.tsx'
import { type PhoneCountry, type PlaygroundApp, usePhone } from './phone/use-phone.ts'
import classes from './playground.module.css'
import { Summary } from './summary.tsx'
import { Timeline, unsentOf } from './tap/timeline.tsx'
import { useVisit, type Visit } from './use-visit.ts'
import { VisitPanel } from './visit-panel.tsx'

/** Codes that come with a decision, which the timeline explains. */
const explained = ['SUCCESS', 'AD_NOTFOUND', 'EXCEEDED_IMPRESSION']

/** Why the app's last request has no decision: the server could not be reached, or it refused the request. */
function troubleOf(exchanges: readonly Exchange[]): 'offline' | ErrorCode | null {
  const last = exchanges.findLast((exchange) => exchange.path === '/sdk/v1/ad')
  if (!last || last.state === 'sent') return null
  if (last.state === 'failed' || last.error === '') return 'offline'
  return explained.includes(last.error) ? null : (errorCodes.find((code) => code === last.error) ?? 'UNKNOWN')
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
  const request = decision
    ? t('playground.tap.fact', {
        product: t(`playground.visit.tap.${decision.product}`),
        country: decision.country ? country(decision.country) : '–',
        platform: decision.platform === 'AOS' ? 'Android' : 'iOS',
      })
    : ''
  return (
    <section className={classes.tapPanel} id="tap" aria-labelledby="tap-title">
      <header>
        <h2 id="tap-title">{t('playground.tap.title')}</h2>
        {request ? <Chip>{request}</Chip> : null}
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
        <div className={classes.empty}>
          <Empty
            icon={<IconCloud size={22} stroke={1.75} />}
            title={t('playground.tap.empty')}
            text={t('playground.tap.emptyText')}
          />
        </div>
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
  const phone = usePhone({ app, window, country, isOffline, onDevice: setDeviceID, onExchangeEnd: refresh })
  const { exchanges, readVolts } = phone
  const newest = decisions[0]
  const decision = decisions.find(({ number }) => number === chosen) ?? newest
  const { userMicros } = chargedOf(decisions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tap replaces the chosen one
  useEffect(() => setChosen(null), [newest?.number])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every charge adds volts
  useEffect(readVolts, [readVolts, userMicros])
  return (
    <div className={classes.columns}>
      <div className={classes.left}>
        <PhoneScreen
          label={t('playground.phone.label', { app: app.appName })}
          window={window}
          onWindow={setWindow}
        >
          <PhoneApp {...{ app, phone, country, isOffline, visit: decisions }} />
          <StoreSheet
            phone={phone}
            advertiserOf={(ad) =>
              decisions.flatMap(({ bids }) => bids).find((bid) => bid.proID === ad.proID)?.advertiser ?? ''
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

/** A phone to play with, and beside it what every tap does on the server. */
export function Playground() {
  const { t } = useI18n()
  const { data } = useContractQuery(getPlayground, {})
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
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('playground.title')}</h1>
        <p>{t('playground.lead')}</p>
      </header>
      {data?.playground ? <Play key={phones} app={data.playground} onStartOver={handleStartOver} /> : null}
    </div>
  )
}
