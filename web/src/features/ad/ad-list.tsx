import {
  IconAdjustmentsHorizontal,
  IconChevronDown,
  IconChevronUp,
  IconPlus,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { campaignSummary, listAds, listAllCampaigns, type Received } from '@voltline/contract'
import { useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { Choose } from '../../ui/fields/choose.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { Platform } from '../../ui/pictures/platform.tsx'
import { Pager, useLastPage } from '../../ui/table/pager.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './ad.module.css'
import { AdFilters } from './ad-filters.tsx'
import { hasFilters, useAdQuery } from './ad-query.ts'
import { RunSwitch, StatusGlyph, StatusWord, WinningChip } from './run-control.tsx'

type AdRow = Received<typeof listAds>['ads'][number]
type Summary = NonNullable<Received<typeof campaignSummary>['campaign']>

function PlatformCell({ platform }: { platform: AdRow['Platform'] }) {
  const { t } = useI18n()
  if (platform === 'BOTH') return t('advertiser.both')
  if (platform === 'WEB') return '–'
  const android = platform === 'AOS'
  return <Platform android={android} name={t(android ? 'advertiser.android' : 'advertiser.ios')} />
}

function AverageCost({ ad }: { ad: AdRow }) {
  const { number } = useI18n()
  return (
    <span className={classes.cost}>
      {ad.Status === 'INPROGRESS' && ad.Winning === 1 ? <WinningChip /> : null}
      <b>{number(ad.AvgCost)}</b>
    </span>
  )
}

/** Why a running ad is not shown, in a few words. */
function HoldLine({ hold }: { hold: AdRow['Hold'] }) {
  const { t } = useI18n()
  if (!hold) return null
  return (
    <small className={shared.toneWarn}>
      {t(`ad.hold.${hold.Why}`, { time: hold.BackAt?.slice(11, 16) ?? '' })}
    </small>
  )
}

/** A rejection and its reason, why a running ad is not shown, or that it is in review. */
function ReviewLine({ ad }: { ad: AdRow }) {
  const { t } = useI18n()
  if (ad.Review === 'REJECTED') {
    return (
      <small className={shared.toneBad}>{t('ad.review.rejectedBecause', { reason: ad.ReviewReason })}</small>
    )
  }
  if (ad.Hold) return <HoldLine hold={ad.Hold} />
  return ad.Review === 'WAITING' ? <small className={shared.toneQuiet}>{t('ad.review.WAITING')}</small> : null
}

function useColumns(): readonly Column<AdRow>[] {
  const { t } = useI18n()
  return [
    {
      key: 'glyph',
      head: <span className={classes.hidden}>{t('ad.list.state')}</span>,
      card: 'lead',
      cell: (ad) => <StatusGlyph status={ad.Status} />,
    },
    {
      key: 'status',
      head: t('ad.list.status'),
      card: 'state',
      cell: (ad) => <StatusWord status={ad.Status} />,
    },
    {
      key: 'name',
      head: t('ad.list.name'),
      name: true,
      cell: (ad) => ad.ProName,
      under: (ad) => <ReviewLine ad={ad} />,
    },
    {
      key: 'platform',
      head: t('ad.list.platform'),
      card: 'left',
      cell: (ad) => <PlatformCell platform={ad.Platform} />,
    },
    {
      key: 'product',
      head: t('ad.list.product'),
      card: 'left',
      cell: (ad) => t(`ad.product.${ad.Product}`),
    },
    {
      key: 'billing',
      head: t('ad.list.billing'),
      card: 'left',
      cell: (ad) => <span className={shared.mono}>{ad.BillingType}</span>,
    },
    {
      key: 'cost',
      head: t('ad.list.averageCost'),
      align: 'right',
      card: 'right',
      cell: (ad) => <AverageCost ad={ad} />,
    },
    {
      key: 'switch',
      head: t('ad.list.switch'),
      align: 'right',
      card: 'act',
      cell: (ad) => (
        <RunSwitch ad={{ id: ad.ProID, name: ad.ProName, status: ad.Status, review: ad.Review }} />
      ),
    },
  ]
}

function useFacts(summary: Summary | null | undefined): string | null {
  const { t, number } = useI18n()
  if (!summary) return null
  return t('ad.list.facts', {
    count: summary.Promotion,
    ads: number(summary.Promotion),
    inProgress: number(summary.InProgress),
    stopped: number(summary.Stopped),
    complete: number(summary.Complete),
  })
}

function BudgetLeft({ summary }: { summary: Summary }) {
  const { t, number, money } = useI18n()
  return (
    <span className={classes.budget}>
      {t('ad.list.budgetLeft')} <b>{number(summary.Balance)}</b>{' '}
      {t('ad.list.ofBudget', { budget: money(summary.Budget) })}
    </span>
  )
}

function NewAd({ onClick }: { onClick: () => void }) {
  const { t } = useI18n()
  return (
    <Button kind="primary" icon={<IconPlus size={18} stroke={1.75} />} onClick={onClick}>
      {t('ad.list.new')}
    </Button>
  )
}

function NoAds(props: { filtered: boolean; onClear: () => void; onNew: () => void }) {
  const { t } = useI18n()
  const icon = <IconSpeakerphone size={20} stroke={1.75} />
  if (props.filtered) {
    return (
      <Empty
        icon={icon}
        title={t('ad.list.noMatch')}
        action={<Button onClick={props.onClear}>{t('ui.clear')}</Button>}
      />
    )
  }
  return (
    <Empty
      icon={icon}
      title={t('ad.list.empty')}
      text={t('ad.list.emptyText')}
      action={<NewAd onClick={props.onNew} />}
    />
  )
}

function FilterButton({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const { t } = useI18n()
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <Button
      kind="quiet"
      icon={<IconAdjustmentsHorizontal size={18} stroke={1.75} />}
      iconEnd={<Chevron size={16} />}
      aria-expanded={open}
      aria-controls="ad-filters"
      onClick={onToggle}
    >
      {t('ad.list.filters')}
    </Button>
  )
}

/** Opens the wizard. Without a campaign it says that one is needed, and offers to create it. */
function useNewAd(needsCampaign: boolean, wizard: string): () => void {
  const { t } = useI18n()
  const navigate = useNavigate()
  async function offerCampaign() {
    const goes = await askConfirm({
      title: t('advertiser.needCampaign'),
      verb: t('advertiser.list.new'),
      decline: t('ui.ok'),
    })
    if (goes) void navigate('/ad-campaign-create')
  }
  return () => void (needsCampaign ? offerCampaign() : navigate(wizard))
}

export function AdList() {
  const { t } = useI18n()
  const { asked, show, linkTo } = useAdQuery()
  const [open, setOpen] = useState(hasFilters(asked))
  const columns = useColumns()
  const campaigns = useContractQuery(listAllCampaigns, {}, { alertAs: 'UNKNOWN' }).data?.campaigns
  const { data } = useContractQuery(listAds, asked, { keepLast: true, alertAs: 'UNKNOWN' })
  const campID = data?.campID ?? 0
  useLastPage({ rows: data?.ads, rowCount: data?.rowCount }, (pageNo) =>
    show({ ...asked, campID: String(campID), pageNo }, { replace: true }),
  )
  const summary = useContractQuery(
    campaignSummary,
    { campID },
    { loads: 'part', enabled: campID > 0, keepLast: true },
  ).data?.campaign
  const facts = useFacts(summary)
  const handleNew = useNewAd(campaigns?.length === 0, linkTo('/ad-ad-create', campID))
  return (
    <>
      <PageHead title={t('ad.list.title')} facts={facts} actions={<NewAd onClick={handleNew} />} />
      <Card pad="none">
        <div className={`${shared.filters} ${classes.head}`}>
          <Choose
            label={t('advertiser.campaign')}
            value={campID}
            options={campaigns?.map((campaign) => ({ id: campaign.CampID, name: campaign.Name })) ?? []}
            onChange={(id) => show({ campID: String(id) })}
          />
          <FilterButton open={open} onToggle={() => setOpen(!open)} />
          {summary ? <BudgetLeft summary={summary} /> : null}
        </div>
        {open ? (
          <AdFilters asked={asked} onSearch={(filters) => show({ campID: String(campID), ...filters })} />
        ) : null}
        <DataTable
          label={t('ad.list.title')}
          columns={columns}
          rows={data?.ads}
          rowKey={(ad) => ad.ProID}
          rowLink={(ad) => linkTo(`/ad-ad/${ad.ProID}`, campID)}
          empty={
            <NoAds
              filtered={hasFilters(asked)}
              onClear={() => show({ campID: String(campID) })}
              onNew={handleNew}
            />
          }
          foot={
            <Pager
              page={asked.pageNo}
              rowCount={data?.rowCount ?? 0}
              onPage={(page) => show({ ...asked, campID: String(campID), pageNo: page })}
            />
          }
        />
      </Card>
      <Outlet />
    </>
  )
}
