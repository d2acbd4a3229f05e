import {
  IconBattery3,
  IconChevronRight,
  IconCloud,
  IconGift,
  IconLock,
  IconPlane,
  IconRadar2,
  IconWifi,
} from '@tabler/icons-react'
import type { DemoDecision } from '@voltline/contract'
import { useI18n } from '../../../i18n/i18n.ts'
import classes from './phone-app.module.css'
import type { Phone, PhoneCountry, PlaygroundApp } from './use-phone.ts'
import { skies, type Weather } from './weather.ts'

/** Days shown until a video has been watched. */
const lockedDays = 2

function StatusBar({ isOffline }: { isOffline: boolean }) {
  const Signal = isOffline ? IconPlane : IconWifi
  return (
    <div className={classes.status} aria-hidden="true">
      <span>9:41</span>
      <span className={classes.statusEnd}>
        <Signal size={15} stroke={2} />
        <IconBattery3 size={18} stroke={1.75} />
      </span>
    </div>
  )
}

function HomeScreen({ app, phone }: { app: PlaygroundApp; phone: Phone }) {
  const { t } = useI18n()
  return (
    <div className={classes.home}>
      <p className={classes.clock} aria-hidden="true">
        9:41
      </p>
      <button type="button" className={classes.icon} onClick={phone.open}>
        <span className={classes.iconTile} aria-hidden="true">
          <IconCloud size={40} stroke={1.75} />
        </span>
        <span className={classes.iconName}>{t('playground.phone.open', { app: app.appName })}</span>
      </button>
      <p className={classes.homeHint}>{t('playground.phone.openHint')}</p>
    </div>
  )
}

function Forecast({ weather, phone }: { weather: Weather; phone: Phone }) {
  const { t, weekday } = useI18n()
  const dayOf = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const days = weather.days.map(([high, low], index) => ({ date: dayOf(index + 1), high, low }))
  const rows = phone.isForecastOpen ? days : days.slice(0, lockedDays)
  return (
    <div className={`${classes.card} ${classes.days}`}>
      {rows.map(({ date, high, low }) => (
        <p key={date}>
          <b>{weekday(date)}</b>
          <span>
            <b>{high}°</b> {low}°
          </span>
        </p>
      ))}
      {phone.isForecastOpen ? null : (
        <button type="button" className={classes.unlock} onClick={phone.video}>
          <IconLock size={18} stroke={1.75} aria-hidden="true" />
          <span>
            <b>{t('playground.phone.forecast')}</b>
            {t('playground.phone.forecastLocked')}
          </span>
          <IconChevronRight size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

/** A message of the app over its own screen. */
function NoticeSheet({ phone, visit }: { phone: Phone; visit: readonly DemoDecision[] }) {
  const { t, number } = useI18n()
  const { notice } = phone
  if (!notice) return null
  if (notice.kind === 'noAd' || notice.kind === 'offline') {
    return (
      <p className={classes.toast} role="status">
        {t(`playground.phone.${notice.kind}`)}
      </p>
    )
  }
  const { reward } = notice
  const events =
    notice.kind === 'unlocked' ? visit.find(({ offer }) => offer?.token === notice.token)?.events : []
  const micros = events?.reduce((sum, event) => sum + (event.charge?.userMicros ?? 0), 0) ?? 0
  const isCounting = events?.some((event) => event.state === 'BILLING') ?? false
  return (
    <div className={classes.sheet} role="status">
      <span className={classes.sheetIcon} aria-hidden="true">
        <IconGift size={22} stroke={1.75} />
      </span>
      <b className={classes.sheetTitle}>
        {t(notice.kind === 'unlocked' ? 'playground.phone.unlocked' : 'playground.phone.radarShown')}
      </b>
      {notice.kind === 'unlocked' ? <span>{t('playground.phone.thanks')}</span> : null}
      {reward ? <span>{t('playground.phone.coins', { ...reward })}</span> : null}
      {micros > 0 ? (
        <span>{t('playground.phone.earned', { volts: number(micros / 1e6, { decimals: 2 }) })}</span>
      ) : isCounting ? (
        <span>{t('playground.phone.earning')}</span>
      ) : null}
      <button type="button" className={classes.sheetDone} onClick={phone.dismiss}>
        {t('playground.phone.done')}
      </button>
    </div>
  )
}

function WeatherApp(props: {
  app: PlaygroundApp
  phone: Phone
  country: PhoneCountry
  visit: readonly DemoDecision[]
}) {
  const { app, phone, country } = props
  const { t, number } = useI18n()
  const weather = skies[country]
  const { now, high, low } = weather
  return (
    <div className={classes.app}>
      <div className={classes.scroll}>
        <header className={classes.head}>
          <p>
            {t(`playground.phone.place.${country}`)}
            <b>{app.appName}</b>
          </p>
          <span className={classes.volts} key={phone.volts}>
            {t('playground.phone.volts', { volts: number(phone.volts ?? 0, { decimals: 2 }) })}
          </span>
        </header>
        <div className={classes.now}>
          <b>{now}°</b>
          <IconCloud size={26} stroke={1.75} aria-hidden="true" />
          <p>
            {t('playground.phone.sky')}
            <br />
            {t('playground.phone.range', { high, low })}
          </p>
        </div>
        <div className={`${classes.card} ${classes.hours}`}>
          {weather.hours.map(([hour, degrees]) => (
            <p key={hour}>
              {t('playground.phone.hour', { hour })}
              <b>{degrees}°</b>
            </p>
          ))}
        </div>
        <Forecast weather={weather} phone={phone} />
        <button type="button" className={`${classes.card} ${classes.radar}`} onClick={phone.interstitial}>
          <IconRadar2 size={22} stroke={1.75} aria-hidden="true" />
          <span>
            <b>{t('playground.phone.radar')}</b>
            {t('playground.phone.radarHint')}
          </span>
          <IconChevronRight size={16} aria-hidden="true" />
        </button>
      </div>
      <NoticeSheet phone={phone} visit={props.visit} />
      <div className={classes.banner}>
        <div data-banner />
      </div>
    </div>
  )
}

/** The phone's home screen, or the open app. */
export function PhoneApp(props: {
  app: PlaygroundApp
  phone: Phone
  country: PhoneCountry
  isOffline: boolean
  visit: readonly DemoDecision[]
}) {
  const { app, phone } = props
  const { t } = useI18n()
  return (
    <main className={phone.isOpen ? classes.os : `${classes.os} ${classes.osHome}`}>
      <StatusBar isOffline={props.isOffline} />
      {phone.isOpen ? <WeatherApp {...props} /> : <HomeScreen app={app} phone={phone} />}
      {phone.isOpen ? (
        <button
          type="button"
          className={classes.homeBar}
          aria-label={t('playground.phone.goHome')}
          onClick={phone.close}
        >
          <span />
        </button>
      ) : null}
    </main>
  )
}
