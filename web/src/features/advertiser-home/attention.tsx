import {
  IconCash,
  IconCircleCheck,
  IconClockPause,
  IconGavel,
  IconPhotoCheck,
  IconWallet,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { Card } from '../../ui/page/card.tsx'
import chipClasses from '../../ui/page/chip.module.css'
import shared from '../../ui/theme/shared.module.css'
import classes from './advertiser-home.module.css'
import type { Overview } from './week.ts'

interface Point {
  key: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  title: string
  text: string
  to: string
}
type Words = ReturnType<typeof useI18n>
type Attention = Overview['attention']

const adLink = (ad: { ProID: number; CampID: number }) => `/ad-ad/${ad.ProID}?campID=${ad.CampID}`

function cashPoint(cash: Attention['Cash'], { t, money, dateTime }: Words): Point[] {
  if (!cash) return []
  const icon = IconCash
  const to = '/ad-my-page'
  if (cash.UsedUp) {
    const title = t('advertiser.home.cashUsedUp')
    return [{ key: 'cash', icon, title, text: t('advertiser.home.cashUsedUpText'), to }]
  }
  return [
    {
      key: 'cash',
      icon,
      title: t('advertiser.home.cashEnds', { time: dateTime(cash.RunsOutAt) }),
      text: t('advertiser.home.cashEndsText', { amount: money(cash.PerDay) }),
      to,
    },
  ]
}

/** Of each kind a few, so that one kind does not hide the others. */
const eachMax = 2

function pointsOf(attention: Attention, words: Words): Point[] {
  const { t, money, dateTime } = words
  return [
    ...cashPoint(attention.Cash, words),
    ...attention.CampaignBudget.Campaigns.slice(0, eachMax).map((campaign) => ({
      key: `campaign-${campaign.CampID}`,
      icon: IconWallet,
      title: campaign.Name,
      text: t('advertiser.home.budgetLeft', {
        amount: money(campaign.Left),
        budget: money(campaign.Budget),
      }),
      to: `/ad-campaign/${campaign.CampID}`,
    })),
    ...attention.DayLimit.Ads.slice(0, eachMax).map((ad) => ({
      key: `day-${ad.ProID}`,
      icon: IconClockPause,
      title: ad.ProName,
      text: t('advertiser.home.dayLimit', { amount: money(ad.DayLimit), time: dateTime(ad.BackAt) }),
      to: adLink(ad),
    })),
    ...attention.Outbid.Ads.slice(0, eachMax).map((ad) => ({
      key: `outbid-${ad.ProID}`,
      icon: IconGavel,
      title: ad.ProName,
      text: t('advertiser.home.outbidText'),
      to: adLink(ad),
    })),
    ...attention.NeverStarted.Ads.slice(0, eachMax).map((ad) => ({
      key: `first-${ad.ProID}`,
      icon: IconPhotoCheck,
      title: ad.ProName,
      text: t('advertiser.home.neverStarted'),
      to: adLink(ad),
    })),
  ]
}

/** Campaigns and ads that need attention, the most urgent first. */
export function NeedsAttention({ attention }: { attention: Attention }) {
  const words = useI18n()
  const { t, number } = words
  const shown = pointsOf(attention, words)
  const all =
    (attention.Cash ? 1 : 0) +
    attention.CampaignBudget.Count +
    attention.DayLimit.Count +
    attention.Outbid.Count +
    attention.NeverStarted.Count
  return (
    <Card pad="none" label={t('advertiser.home.attention')}>
      <div className={shared.cardHead}>
        <h2>{t('advertiser.home.attention')}</h2>
        <span className={`${shared.end} ${chipClasses.chip}`}>{number(all)}</span>
      </div>
      {shown.length === 0 ? (
        <p className={`${shared.row} ${shared.quiet} ${classes.well}`}>
          <IconCircleCheck size={20} stroke={1.75} aria-hidden="true" /> {t('advertiser.home.allWell')}
        </p>
      ) : (
        <ul className={classes.points}>
          {shown.map(({ key, icon: Icon, title, text, to }) => (
            <li key={key}>
              <Link to={to}>
                <Icon size={20} stroke={1.75} aria-hidden="true" />
                <span>
                  <b>{title}</b>
                  <span className={shared.quiet}>{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {all > shown.length ? (
        <p className={`${shared.hint} ${classes.well}`}>
          {t('advertiser.home.more', { count: number(all - shown.length) })}
        </p>
      ) : null}
    </Card>
  )
}
