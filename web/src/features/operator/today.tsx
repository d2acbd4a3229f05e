import { operatorDays, operatorQueues, operatorToday, type Received } from '@voltline/contract'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useHasPlayground } from '../../api/playground.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Segment } from '../../ui/controls/segment.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Chip, type Tone } from '../../ui/page/chip.tsx'
import { NotLoaded } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { Tiles } from '../../ui/page/tiles.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './operator.module.css'
import { type Rate, rateBetween } from './rate.ts'
import { useNoServeName } from './reasons.ts'

type TodayAnswer = Received<typeof operatorToday>
type Figures = TodayAnswer['today']
type Health = TodayAnswer['health'][number]

const refreshMs = 5_000
const chartMs = 60_000

function useRate(now: Figures | undefined): Rate | null {
  const before = useRef<Figures>(undefined)
  const [rate, setRate] = useState<Rate | null>(null)
  useEffect(() => {
    if (!now) return
    if (before.current && before.current.Time !== now.Time) setRate(rateBetween(before.current, now))
    before.current = now
  }, [now])
  return rate
}

function TodayTiles({ figures }: { figures: Figures }) {
  const { t, number, percent } = useI18n()
  const rate = useRate(figures)
  const hint = rate
    ? t('operator.today.perSecondHint', { seconds: rate.seconds })
    : t('operator.today.perSecondWait')
  const perSecond = (value: number | undefined) =>
    value === undefined ? '–' : number(value, { decimals: value < 10 ? 1 : 0 })
  return (
    <Tiles
      label={t('operator.today.tiles')}
      tiles={[
        {
          key: 'spend',
          label: t('operator.today.spend'),
          figure: number(figures.Spend),
          unit: t('ui.krw'),
          hint: t('operator.today.spendHint'),
        },
        {
          key: 'revenue',
          label: t('operator.today.revenue'),
          figure: number(figures.Revenue),
          unit: t('ui.krw'),
          hint: t('operator.today.spendHint'),
        },
        {
          key: 'fill',
          label: t('operator.today.fill'),
          figure: figures.Requests === 0 ? '–' : percent(figures.Served / figures.Requests, { decimals: 1 }),
          ...(figures.Requests === 0 ? {} : { unit: '%' }),
          hint: t('operator.today.fillHint', {
            served: number(figures.Served),
            requests: number(figures.Requests),
          }),
        },
        { key: 'requests', label: t('operator.today.requests'), figure: perSecond(rate?.requests), hint },
        { key: 'events', label: t('operator.today.events'), figure: perSecond(rate?.events), hint },
        {
          key: 'invalid',
          label: t('operator.today.invalid'),
          figure: number(figures.Invalid),
          hint: t('operator.today.invalidHint'),
        },
      ]}
    />
  )
}

const toneOf: Record<Health['State'], Tone> = { GOOD: 'ok', LATE: 'warn', BAD: 'bad', NONE: 'quiet' }

function HealthCard({ health }: { health: readonly Health[] }) {
  const { t, dateTime } = useI18n()
  return (
    <Card label={t('operator.today.health')}>
      <h2 className={classes.cardTitle}>{t('operator.today.health')}</h2>
      <ul className={classes.lines}>
        {health.map((entry) => (
          <li key={entry.Part}>
            <span>
              {t(`operator.today.part.${entry.Part}`)}
              {entry.Time ? (
                <span className={classes.second}>
                  {t('operator.today.since', { time: dateTime(entry.Time) })}
                </span>
              ) : null}
              {entry.Part === 'video' && entry.State === 'BAD' ? (
                <span className={classes.second}>{t('operator.today.videoMissing')}</span>
              ) : null}
              {entry.Part === 'addresses' && entry.State === 'BAD' ? (
                <span className={classes.second}>{t('operator.today.addressesReserved')}</span>
              ) : null}
            </span>
            <Chip tone={toneOf[entry.State]}>{t(`operator.today.state.${entry.State}`)}</Chip>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function PromisedCard({ promised }: { promised: TodayAnswer['promised'] }) {
  const { t, money, percent, number } = useI18n()
  const share = (value: number | null) => (value === null ? '–' : `${percent(value, { decimals: 2 })}%`)
  const unpaid = promised.Billable === 0 ? null : promised.Unpaid / promised.Billable
  const lines = [
    [
      'promised',
      promised.Promised === null ? '–' : money(promised.Promised),
      t('operator.today.promisedHint'),
    ],
    ['unpaid', share(unpaid), t('operator.today.unpaidHint', { unpaid: number(promised.Unpaid) })],
    ['utilisation', share(promised.Utilisation), t('operator.today.utilisationHint')],
  ] as const
  return (
    <Card label={t('operator.today.limits')}>
      <h2 className={classes.cardTitle}>{t('operator.today.limits')}</h2>
      <ul className={classes.lines}>
        {lines.map(([key, figure, hint]) => (
          <li key={key}>
            <span>
              {t(`operator.today.${key}`)}
              <span className={classes.second}>{hint}</span>
            </span>
            <b>{figure}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function QueueCard() {
  const { t, number } = useI18n()
  const { data } = useContractQuery(operatorQueues, {}, { loads: 'background', everyMs: refreshMs })
  const queues = data
    ? ([
        ['/admin/ads', t('shell.nav.ads'), data.queues.Ads],
        ['/admin/apps', t('shell.nav.apps'), data.queues.Apps],
        ['/admin/keys', t('shell.nav.apiKeys'), data.queues.Keys],
        ['/admin/payouts', t('shell.nav.payouts'), data.queues.Payouts],
        ['/admin/payouts?tab=HOLD', t('operator.payouts.statusOf.HOLD'), data.queues.Holds],
        ['/admin/messages', t('shell.nav.messages'), data.queues.Messages],
      ] as const)
    : []
  return (
    <Card label={t('operator.today.queues')}>
      <h2 className={classes.cardTitle}>{t('operator.today.queues')}</h2>
      <ul className={classes.lines}>
        {queues.map(([to, name, count]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
            <b>{number(count)}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function TallyCard(props: {
  title: string
  tallies: readonly { Reason: string; Count: number }[]
  nameOf: (reason: string) => string
}) {
  const { t, number } = useI18n()
  const most = Math.max(1, ...props.tallies.map((entry) => entry.Count))
  return (
    <Card label={props.title}>
      <h2 className={classes.cardTitle}>{props.title}</h2>
      {props.tallies.length === 0 ? <p className={shared.quiet}>{t('operator.today.noneYet')}</p> : null}
      {props.tallies.map((entry) => (
        <div key={entry.Reason} className={classes.barLine}>
          <span>{props.nameOf(entry.Reason)}</span>
          <span className={classes.bar} aria-hidden="true">
            <i style={{ width: `${(entry.Count / most) * 100}%` }} />
          </span>
          <span className={classes.barFigure}>{number(entry.Count)}</span>
        </div>
      ))}
    </Card>
  )
}

function DaysChart() {
  const { t, money, number } = useI18n()
  const [metric, setMetric] = useState<'money' | 'impressions'>('money')
  const {
    data,
    isError: failed,
    refetch: retry,
  } = useContractQuery(operatorDays, {}, { loads: 'part', everyMs: chartMs })
  if (failed && !data) return <NotLoaded onRetry={retry} />
  const last = (data?.days.length ?? 0) - 1
  const isMoney = metric === 'money'
  return (
    <Card pad="none">
      <Chart
        title={t('operator.today.days')}
        points={(data?.days ?? []).map((day, index) => ({
          at: day.Day,
          soFar: index === last,
          values: { spend: day.Spend, revenue: day.Revenue, impressions: day.Impressions },
        }))}
        series={
          isMoney
            ? [
                { key: 'spend', label: t('operator.today.spend'), kind: 'line' },
                { key: 'revenue', label: t('operator.today.revenue'), kind: 'line' },
              ]
            : [{ key: 'impressions', label: t('operator.today.impressions'), kind: 'bar' }]
        }
        format={isMoney ? money : number}
        picker={
          <Segment
            label={t('operator.today.metric')}
            value={metric}
            options={[
              { value: 'money', label: t('operator.today.money') },
              { value: 'impressions', label: t('operator.today.impressions') },
            ]}
            onChange={setMetric}
          />
        }
      />
    </Card>
  )
}

/** The first page behind an operator's sign-in; it refreshes by itself. */
export function Today() {
  const { t } = useI18n()
  const noServeName = useNoServeName()
  const {
    data,
    isError: failed,
    refetch: retry,
  } = useContractQuery(operatorToday, {}, { loads: 'part', everyMs: refreshMs })
  const hasPlayground = useHasPlayground()
  return (
    <>
      <PageHead
        title={t('operator.today.title')}
        facts={data ? t('operator.today.facts', { time: data.today.Time.slice(11, 19) }) : ''}
        actions={hasPlayground ? <ButtonLink to="/playground">{t('playground.link')}</ButtonLink> : null}
      />
      <div className={shared.stack}>
        {failed && !data ? <NotLoaded onRetry={retry} /> : null}
        {data ? <TodayTiles figures={data.today} /> : null}
        <DaysChart />
        <div className={classes.columns}>
          <QueueCard />
          {data ? <HealthCard health={data.health} /> : null}
          {data ? <PromisedCard promised={data.promised} /> : null}
          {data ? (
            <>
              <TallyCard
                title={t('operator.today.answers')}
                tallies={data.answers}
                nameOf={(reason) => reason}
              />
              <TallyCard title={t('operator.today.noServe')} tallies={data.noServe} nameOf={noServeName} />
            </>
          ) : null}
        </div>
      </div>
    </>
  )
}
