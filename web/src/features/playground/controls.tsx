import {
  IconCloud,
  IconDeviceMobile,
  IconDeviceMobilePlus,
  IconDownload,
  IconLayoutBottombar,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Segment } from '../../ui/controls/segment.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './controls.module.css'
import { type Phone, type PhoneCountry, phoneCountries } from './phone/use-phone.ts'

interface ControlsProps {
  phone: Phone
  country: PhoneCountry
  isOffline: boolean
  unsent: number
  onCountry(country: PhoneCountry): void
  onOffline(isOffline: boolean): void
  onStartOver(): void
}

/** Buttons for everything that can be done on the phone's screen, and the phone's country and network. */
export function Controls(props: ControlsProps) {
  const { phone } = props
  const { t } = useI18n()
  const blocked = phone.isOpen
    ? phone.isCovered
      ? t('playground.control.closeFirst')
      : undefined
    : t('playground.control.openFirst')
  const { clicked } = phone
  const icon = (Icon: typeof IconCloud): ReactNode => <Icon size={18} stroke={1.75} aria-hidden="true" />
  return (
    <section className={classes.controls} aria-label={t('playground.control.label')}>
      {phone.isOpen ? (
        <div className={classes.buttons}>
          <Button icon={icon(IconLayoutBottombar)} disabledBecause={blocked} onClick={phone.banner}>
            {t('playground.control.banner')}
          </Button>
          <Button icon={icon(IconDeviceMobile)} disabledBecause={blocked} onClick={phone.interstitial}>
            {t('playground.control.interstitial')}
          </Button>
          <Button kind="primary" icon={icon(IconPlayerPlay)} disabledBecause={blocked} onClick={phone.video}>
            {t('playground.control.video')}
          </Button>
          <Button
            icon={icon(IconDownload)}
            disabledBecause={clicked ? undefined : t('playground.control.installFirst')}
            onClick={() => clicked && phone.openStore(clicked)}
          >
            {t('playground.control.install')}
          </Button>
        </div>
      ) : (
        <Button kind="primary" size="lg" fullWidth icon={icon(IconCloud)} onClick={phone.open}>
          {t('playground.control.open')}
        </Button>
      )}
      <p className={classes.label}>{t('playground.control.country')}</p>
      <Segment
        label={t('playground.control.country')}
        value={props.country}
        options={phoneCountries.map((value) => ({
          value,
          label: t(`playground.control.countries.${value}`),
        }))}
        onChange={props.onCountry}
      />
      <div className={classes.airplane}>
        <Switch
          on={props.isOffline}
          label={t('playground.control.airplane')}
          beside={t('playground.control.airplane')}
          onToggle={() => props.onOffline(!props.isOffline)}
        />
        <p className={shared.hint}>
          {props.unsent > 0
            ? t('playground.control.waiting', { count: props.unsent })
            : t('playground.control.airplaneHint')}
        </p>
      </div>
      <Button kind="text" size="sm" icon={icon(IconDeviceMobilePlus)} onClick={props.onStartOver}>
        {t('playground.control.startOver')}
      </Button>
    </section>
  )
}
