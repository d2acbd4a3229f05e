import { IconPlus, IconWallet } from '@tabler/icons-react'
import {
  activeAllMedia,
  getMedium,
  limits,
  listMedia,
  publisherHome,
  type Received,
  reportByDaily,
} from '@voltline/contract'
import { useState } from 'react'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Segment } from '../../ui/controls/segment.tsx'
import { dayAt, lastDays } from '../../ui/dates/range.ts'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Card } from '../../ui/page/card.tsx'
import { NotLoaded } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { Tiles, TilesChart } from '../../ui/page/tiles.tsx'
import { inWholeWon } from '../../ui/table/whole-won.ts'
import shared from '../../ui/theme/shared.module.css'
import { NextSteps } from './next-steps.tsx'
import classes from './publisher-home.module.css'

type Home = Received<typeof publisherHome>

function Counts(props: { counts: readonly { label: string; value: number }[] }) {
  const { number } = useI18n()
  return (
    <dl className={classes.counts}>
      {props.counts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The open share of the inventory. Decorative: the counts beside it say the same. */
function OpenBar({ opened, closed }: { opened: number; closed: number }) {
  if (opened + closed === 0) return null
  return (
    <div className={classes.bar} aria-hidden="true">
      <i style={{ flexGrow: opened }} data-open />
      <i style={{ flexGrow: closed }} />
    </div>
  )
}

function InventoryCard({ first }: { first: Home['med'] }) {
  const { t } = useI18n()
  // Open all and Close all return the new counts, shown until the page is loaded again.
  const [changed, setChanged] = useState<Home['med']>()
  const change = useContractMutation(activeAllMedia, {
    refreshes: [publisherHome, listMedia, getMedium],
    alertAs: 'UNKNOWN',
  })
  async function setAll(active: 0 | 1) {
    const sure = await askConfirm({
      title: t(active ? 'publisher.home.openAllQuestion' : 'publisher.home.closeAllQuestion'),
      effect: t(active ? 'publisher.home.openAllEffect' : 'publisher.home.closeAllEffect'),
      verb: t(active ? 'publisher.home.openAll' : 'publisher.home.closeAll'),
    })
    const result = sure ? await change.send({ active }) : null
    if (!result) return
    setChanged(result.med)
    showToast(t('publisher.executed'))
  }
  const { meds, opened, closed } = changed ?? first
  return (
    <Card label={t('publisher.home.inventory')}>
      <h2>{t('publisher.home.inventory')}</h2>
      <Counts
        counts={[
          { label: t('publisher.home.unitsTotal'), value: meds },
          { label: t('publisher.home.unitsOpen'), value: opened },
          { label: t('publisher.home.unitsClosed'), value: closed },
        ]}
      />
      <OpenBar opened={opened} closed={closed} />
      <div className={shared.row}>
        <Button onClick={() => setAll(0)} pending={change.isPending}>
          {t('publisher.home.closeAll')}
        </Button>
        <Button onClick={() => setAll(1)} pending={change.isPending}>
          {t('publisher.home.openAll')}
        </Button>
      </div>
    </Card>
  )
}

function WeekChart(props: { start: string; end: string; revenueWon: number }) {
  const { t, money } = useI18n()
  const [metric, setMetric] = useState<'revenue' | 'ecpm'>('revenue')
  const days = useContractQuery(
    reportByDaily,
    { startDate: props.start, endDate: props.end },
    { loads: 'part' },
  )
  if (days.isError) return <NotLoaded onRetry={days.refetch} />
  const label = t(`publisher.report.metric.${metric}`)
  return (
    <Chart
      title={t('publisher.home.chart')}
      format={(value) => money(value)}
      series={[{ key: metric, label, kind: 'bar' }]}
      points={inWholeWon(days.data?.list ?? [], 'Revenue', props.revenueWon).map((day) => ({
        at: day.RegistTime,
        soFar: day.RegistTime === props.end,
        values: { revenue: day.Revenue, ecpm: day.eCPM },
      }))}
      picker={
        <Segment
          label={t('publisher.report.chart')}
          value={metric}
          options={(['revenue', 'ecpm'] as const).map((value) => ({
            value,
            label: t(`publisher.report.metric.${value}`),
          }))}
          onChange={setMetric}
        />
      }
    />
  )
}

/** Figures of the last 7 days and today's users. */
function State(props: { state: Home['state']; start: string; end: string }) {
  const { t, number } = useI18n()
  const { state } = props
  const week = t('publisher.home.sevenDays')
  const today = t('publisher.home.today')
  const krw = t('ui.krw')
  return (
    <TilesChart>
      <Tiles
        label={t('publisher.home.state')}
        tiles={[
          {
            key: 'revenue',
            label: t('publisher.home.revenue'),
            figure: number(state.revenue),
            unit: krw,
            hint: week,
          },
          { key: 'ecpm', label: t('publisher.home.ecpm'), figure: number(state.ecpm), unit: krw, hint: week },
          { key: 'dau', label: t('publisher.home.dau'), figure: number(state.dau), hint: today },
          {
            key: 'installs',
            label: t('publisher.home.installs'),
            figure: number(state.installs),
            hint: week,
          },
        ]}
      />
      <WeekChart start={props.start} end={props.end} revenueWon={state.revenue} />
    </TilesChart>
  )
}

function AppsCard({ app }: { app: Home['app'] }) {
  const { t } = useI18n()
  return (
    <Card label={t('publisher.home.apps')}>
      <h2>{t('publisher.home.apps')}</h2>
      <Counts
        counts={[
          { label: t('publisher.home.appsTotal'), value: app.apps },
          { label: t('publisher.home.appsApproved'), value: app.approved },
        ]}
      />
      <ButtonLink to="/pub-app-create" icon={<IconPlus size={18} stroke={1.75} />}>
        {t('publisher.app.new')}
      </ButtonLink>
    </Card>
  )
}

export function PublisherHome() {
  const { t, money } = useI18n()
  const user = useSession()?.user
  const [openedAt] = useState(Date.now)
  const range = lastDays(limits.reportDaysDefault, dayAt(openedAt, user?.TimezoneOffset ?? 0))
  const { data } = useContractQuery(publisherHome, {})
  if (!data) return <PageHead title={t('publisher.home.title')} />
  const { state, app, med, rev } = data
  return (
    <>
      <PageHead
        title={t('publisher.home.title')}
        facts={t('publisher.home.facts', { ...range, zone: user?.ShortName ?? '' })}
      />
      {rev.canRequest === 1 ? (
        <Banner
          to="/pub-my-page-request"
          go={t('publisher.home.bannerGo')}
          icon={<IconWallet size={20} stroke={1.75} aria-hidden="true" />}
        >
          {t('publisher.home.banner', { amount: money(rev.revenue) })}
        </Banner>
      ) : null}
      <div className={classes.upper}>
        <State state={state} {...range} />
        <NextSteps home={data} />
      </div>
      <div className={classes.cards}>
        <AppsCard app={app} />
        <InventoryCard key={`${med.meds}/${med.opened}`} first={med} />
        <Card label={t('publisher.home.payable')}>
          <h2>{t('publisher.home.payable')}</h2>
          <p className={classes.money}>{money(rev.revenue)}</p>
          <ButtonLink to="/pub-my-page-request">{t('publisher.home.request')}</ButtonLink>
        </Card>
      </div>
    </>
  )
}
