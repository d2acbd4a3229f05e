import { type AppInfo, type adminGetAd, dayOn, type Received } from '@voltline/contract'
import { Link } from 'react-router'
import { useI18n } from '../../../i18n/i18n.ts'
import shared from '../../../ui/theme/shared.module.css'
import panelClasses from '../operator.module.css'
import classes from './ads.module.css'

export type OpenedAd = NonNullable<Received<typeof adminGetAd>['ad']>
export type Advertiser = NonNullable<Received<typeof adminGetAd>['advertiser']>

const materialsOf = (ad: OpenedAd): string[] => JSON.parse(ad.MatNames).MatNames
const countriesOf = (ad: OpenedAd): string[] => JSON.parse(ad.Country).Country
const isAdult = (ad: OpenedAd): boolean => JSON.parse(ad.Filter).Adult
const storeOf = (ad: OpenedAd): Partial<AppInfo> | null => JSON.parse(ad.AppInfo).AppInfo

/** As people see it; a video starts by hand, with sound. */
export function Material({ ad }: { ad: OpenedAd }) {
  const { t } = useI18n()
  const [first = '', ...others] = materialsOf(ad)
  return (
    <section className={panelClasses.panelPart}>
      <h3>{t('operator.ads.panel.material')}</h3>
      <div className={classes.material}>
        {ad.Product === 'VIDEO' ? (
          <video
            src={`/files/${first}`}
            controls
            preload="metadata"
            playsInline
            aria-label={ad.Name}
            {...(others[0] ? { poster: `/files/${others[0]}` } : {})}
          />
        ) : (
          [first, ...others].map((name) => <img key={name} src={`/files/${name}`} alt={ad.Name} />)
        )}
      </div>
    </section>
  )
}

/** Written out in full, so that nobody has to open it to see where it leads. */
function Target({ label, url }: { label: string; url: string }) {
  if (url === '') return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <a href={url} target="_blank" rel="noreferrer noopener">
          {url}
        </a>
      </dd>
    </div>
  )
}

export function Targets({ ad }: { ad: OpenedAd }) {
  const { t } = useI18n()
  const store = storeOf(ad)
  const facts = [store?.Genres?.join(', '), store?.Installs, store?.Score ? `★ ${store.Score}` : '']
  return (
    <section className={panelClasses.panelPart}>
      <h3>{t('operator.ads.panel.target')}</h3>
      <dl className={classes.targets}>
        <Target label="Android" url={ad.URL_AOS} />
        <Target label="iOS" url={ad.URL_iOS} />
        {store ? (
          <>
            <div>
              <dt>{t('operator.ads.panel.store')}</dt>
              <dd>{[store.Title, ...facts].filter(Boolean).join(' · ')}</dd>
            </div>
            <Target label={t('operator.ads.panel.storePage')} url={store.StoreURL ?? ''} />
          </>
        ) : null}
      </dl>
    </section>
  )
}

const hoursOf = (ad: OpenedAd): number =>
  [ad.Sunday, ad.Monday, ad.Tuesday, ad.Wednesday, ad.Thursday, ad.Friday, ad.Saturday]
    .map((mask) => (mask & dayOn).toString(2).replaceAll('0', '').length)
    .reduce((sum, hours) => sum + hours, 0)

const weekHours = 7 * 24

/** What people who saw the ad reported since its last review. */
export function Reports({ reports }: { reports: Received<typeof adminGetAd>['reports'] }) {
  const { t, dateTime } = useI18n()
  if (reports.length === 0) return null
  return (
    <section className={panelClasses.panelPart}>
      <h3>{t('operator.ads.panel.reports')}</h3>
      <ul className={classes.rejections}>
        {reports.map((report) => (
          <li key={`${report.Time} ${report.AppName} ${report.Reason}`}>
            <span>{report.AppName}</span>
            <span className={shared.quiet}>{dateTime(report.Time)}</span>
            <p>{report.Reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the advertiser has set, and what was spent. */
export function Terms({ ad }: { ad: OpenedAd }) {
  const { t, number, money, dateTime } = useI18n()
  const hours = hoursOf(ad)
  const facts = [
    [t('operator.ads.panel.countries'), countriesOf(ad).join(', ')],
    [t('operator.ads.panel.adult'), t(isAdult(ad) ? 'operator.ads.panel.yes' : 'operator.ads.panel.no')],
    [t('operator.ads.product'), `${t(`operator.ads.productOf.${ad.Product}`)} · ${ad.BillingType}`],
    [t('operator.ads.panel.bid'), `${number(ad.MinCost)}–${money(ad.MaxCost)}`],
    [t('operator.ads.panel.dayLimit'), money(ad.DayLimit)],
    [t('operator.ads.panel.budgetLimit'), money(ad.BudgetLimit)],
    [t('operator.ads.panel.spentToday'), money(ad.SpentToday)],
    [t('operator.ads.panel.spent'), money(ad.Spent)],
    [
      t('operator.ads.panel.schedule'),
      hours === weekHours
        ? t('operator.ads.panel.always')
        : t('operator.ads.panel.hours', { hours, all: weekHours }),
    ],
    [t('operator.registered'), dateTime(ad.RegistTime)],
  ] as const
  return (
    <section className={panelClasses.panelPart}>
      <h3>{t('operator.ads.panel.terms')}</h3>
      <dl className={shared.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {ad.Comment ? (
          <div>
            <dt>{t('operator.ads.panel.comment')}</dt>
            <dd>{ad.Comment}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  )
}

/** What is known of the advertiser: a first ad deserves a closer look than a hundredth. */
export function History({ advertiser }: { advertiser: Advertiser }) {
  const { t, number, money, dateTime } = useI18n()
  const facts = [
    [t('operator.registered'), dateTime(advertiser.RegistTime)],
    [t('operator.ads.panel.cash'), money(advertiser.Cash)],
    [t('operator.ads.panel.spent'), money(advertiser.Spent)],
    [t('operator.ads.panel.ads'), number(advertiser.Ads)],
    [t('operator.ads.tab.APPROVED'), number(advertiser.Approved)],
    [t('operator.ads.tab.REJECTED'), number(advertiser.Rejected)],
  ] as const
  return (
    <section className={panelClasses.panelPart}>
      <h3>{t('operator.ads.panel.advertiser')}</h3>
      <p className={classes.company}>
        <Link to={`/admin/customers/${advertiser.CustID}`}>{advertiser.Company}</Link>
        <span className={shared.quiet}>{advertiser.Email}</span>
      </p>
      <dl className={shared.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {advertiser.Rejections.length > 0 ? (
        <ul className={classes.rejections} aria-label={t('operator.ads.panel.rejections')}>
          {advertiser.Rejections.map((rejection) => (
            <li key={rejection.ProID}>
              <Link to={`/admin/ads?tab=ALL&request=${rejection.ProID}`}>{rejection.ProName}</Link>
              <span className={shared.quiet}>{dateTime(rejection.ReviewTime)}</span>
              <p>{rejection.Reason}</p>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
