import { Skeleton } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import {
  advertiserHome,
  advertiserOverview,
  campaignSummary,
  getAd,
  listAds,
  listCampaigns,
  type Received,
  startAll,
  stopAll,
} from '@voltline/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { askConfirm, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Card } from '../../ui/page/card.tsx'
import { NotLoaded } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { Tiles } from '../../ui/page/tiles.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './advertiser-home.module.css'
import { NeedsAttention } from './attention.tsx'
import { type Overview, wholeWeek } from './week.ts'
import { WeekChart } from './week-chart.tsx'

type Home = Received<typeof advertiserHome>
type Promotion = Home['promotion']

/** Stop all and Start all; both calls return the new counts. */
function RunAll({ onCounts }: { onCounts: (promotion: Promotion) => void }) {
  const { t } = useI18n()
  const options = {
    refreshes: [advertiserOverview, listAds, getAd, listCampaigns, campaignSummary],
    alertAs: 'UNKNOWN',
  } as const
  const stop = useContractMutation(stopAll, options)
  const start = useContractMutation(startAll, options)
  async function handleStop() {
    const title = t('advertiser.home.stopAllQuestion')
    const effect = t('advertiser.home.stopAllEffect')
    const answer = (await askConfirm({ title, effect, verb: t('advertiser.home.stopAll') }))
      ? await stop.send({})
      : null
    if (!answer) return
    onCounts(answer.promotion)
    showToast(t('advertiser.home.stoppedAll'))
  }
  async function handleStart() {
    const title = t('advertiser.home.startAllQuestion')
    const effect = t('advertiser.home.startAllEffect')
    const answer = (await askConfirm({ title, effect, verb: t('advertiser.home.startAll') }))
      ? await start.send({})
      : null
    if (!answer) return
    onCounts(answer.promotion)
    showToast(t('advertiser.home.startedAll'))
  }
  return (
    <>
      <Button
        icon={<IconPlayerPause size={18} stroke={1.75} />}
        pending={stop.isPending}
        onClick={() => void handleStop()}
      >
        {t('advertiser.home.stopAll')}
      </Button>
      <Button
        icon={<IconPlayerPlay size={18} stroke={1.75} />}
        pending={start.isPending}
        onClick={() => void handleStart()}
      >
        {t('advertiser.home.startAll')}
      </Button>
    </>
  )
}

function AllTime({ home }: { home: Home }) {
  const { t, number, percent } = useI18n()
  const { state, campaigns, user } = home
  return (
    <Tiles
      label={t('advertiser.home.allTime')}
      tiles={[
        {
          key: 'impressions',
          label: t('advertiser.home.impressions'),
          figure: number(state.Impressions),
          hint: t('advertiser.home.allTime'),
        },
        {
          key: 'clicks',
          label: t('advertiser.home.clicks'),
          figure: number(state.Clicks),
          hint: t('advertiser.home.allTime'),
        },
        {
          key: 'ctr',
          label: t('advertiser.home.ctr'),
          figure: percent(state.CTR),
          unit: '%',
          hint: t('advertiser.home.allTime'),
        },
        { key: 'campaigns', label: t('advertiser.home.campaigns'), figure: number(campaigns) },
        { key: 'cash', label: t('advertiser.home.cash'), figure: number(user.Cash), unit: t('ui.krw') },
      ]}
    />
  )
}

function AdsByState({ promotion }: { promotion: Promotion }) {
  const { t, number } = useI18n()
  const { Promotion: all, InProgress, Winning, Complete } = promotion
  const states = [
    { key: 'winning', label: t('advertiser.home.winning'), count: Winning },
    { key: 'outbid', label: t('advertiser.home.outbid'), count: Math.max(0, InProgress - Winning) },
    { key: 'stopped', label: t('advertiser.home.stopped'), count: all - InProgress - Complete },
    { key: 'complete', label: t('advertiser.home.complete'), count: Complete },
  ]
  return (
    <Card label={t('advertiser.home.ads')}>
      <div className={shared.row}>
        <h2>
          <Link to="/ad-ad">{t('advertiser.home.ads')}</Link>
        </h2>
        <b className={`${shared.end} ${shared.figure}`}>{number(all)}</b>
      </div>
      <div className={classes.states} aria-hidden="true">
        {states.map(({ key, count }) =>
          count > 0 ? <i key={key} data-state={key} style={{ flexGrow: count }} /> : null,
        )}
      </div>
      <dl className={classes.counts}>
        <div>
          <dt>{t('advertiser.home.inProgress')}</dt>
          <dd>{number(InProgress)}</dd>
        </div>
        {states.map(({ key, label, count }) => (
          <div key={key}>
            <dt>
              <i className={classes.key} data-state={key} aria-hidden="true" /> {label}
            </dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const campaignsShown = 5

function SpendByCampaign({ campaigns }: { campaigns: Overview['campaigns'] }) {
  const { t, money } = useI18n()
  const all = campaigns.reduce((sum, campaign) => sum + campaign.Spend, 0)
  const most = campaigns[0]?.Spend ?? 0
  return (
    <Card label={t('advertiser.home.byCampaign')}>
      <div className={shared.row}>
        <h2>{t('advertiser.home.byCampaign')}</h2>
        <Link className={shared.end} to="/ad-campaign">
          {t('advertiser.home.allCampaigns')}
        </Link>
      </div>
      {campaigns.length === 0 ? <p className={shared.quiet}>{t('advertiser.home.nothingSpent')}</p> : null}
      <ul className={classes.spend}>
        {campaigns.slice(0, campaignsShown).map((campaign) => (
          <li key={campaign.CampID}>
            <Link to={`/ad-ad?campID=${campaign.CampID}`}>{campaign.Name}</Link>
            <b>{money(campaign.Spend)}</b>
            <span className={classes.spendBar} aria-hidden="true">
              <i style={{ width: `${(campaign.Spend / most) * 100}%` }} />
            </span>
            <span className={shared.hint}>
              {t('advertiser.home.share', { share: ((campaign.Spend / all) * 100).toFixed(1) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Week({ promotion }: { promotion: Promotion }) {
  const overview = useContractQuery(advertiserOverview, {}, { loads: 'part' })
  const { isError: failed, refetch: retry } = overview
  const data = overview.data && wholeWeek(overview.data)
  if (failed) {
    return (
      <Card>
        <NotLoaded onRetry={retry} />
      </Card>
    )
  }
  return (
    <>
      {data ? <WeekChart week={data} /> : <Skeleton height={420} radius={12} />}
      <div className={classes.lower}>
        {data ? <SpendByCampaign campaigns={data.campaigns} /> : <Skeleton height={280} radius={12} />}
        <AdsByState promotion={promotion} />
        {data ? <NeedsAttention attention={data.attention} /> : <Skeleton height={280} radius={12} />}
      </div>
    </>
  )
}

function useFacts(): string | null {
  const { t } = useI18n()
  const zone = useSession()?.user.ShortName ?? ''
  const days = useContractQuery(advertiserOverview, {}, { loads: 'background' }).data?.days
  const [first, last] = [days?.[0]?.Day, days?.at(-1)?.Day]
  return first && last ? t('advertiser.home.facts', { start: first, end: last, zone }) : null
}

export function AdvertiserHome() {
  const { t } = useI18n()
  const { data } = useContractQuery(advertiserHome, {}, { alertAs: 'UNKNOWN' })
  // The counts that Stop all or Start all returned, until the page is opened again.
  const [answered, setAnswered] = useState<Promotion>()
  const facts = useFacts()
  return (
    <>
      <PageHead
        title={t('advertiser.home.title')}
        facts={facts}
        actions={
          <>
            <RunAll onCounts={setAnswered} />
            <ButtonLink kind="primary" to="/ad-ad-create" icon={<IconPlus size={18} stroke={1.75} />}>
              {t('advertiser.home.newAd')}
            </ButtonLink>
          </>
        }
      />
      {data?.user.NeedPayment === 1 ? (
        <Banner
          tone="warn"
          go={t('advertiser.home.paymentGo')}
          onClick={() => void showAlert(t('ui.notReady'))}
        >
          {t(data.state.Impressions > 0 ? 'advertiser.home.payment' : 'advertiser.home.paymentFirst')}
        </Banner>
      ) : null}
      {data ? (
        <>
          <AllTime home={data} />
          <Week promotion={answered ?? data.promotion} />
        </>
      ) : null}
    </>
  )
}
