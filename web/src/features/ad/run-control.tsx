import { IconGavel, IconMinus, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import {
  type AdReview,
  type AdStatus,
  adMyPage,
  advertiserHome,
  advertiserOverview,
  campaignSummary,
  getAd,
  listAds,
  startAd,
  stopAd,
} from '@voltline/contract'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { askConfirm, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import shared from '../../ui/theme/shared.module.css'

interface Runs {
  id: number
  name: string
  status: AdStatus
  review: AdReview
}

/** Asks, then starts a stopped ad or stops a running one. */
function useRun(ad: Runs) {
  const { t } = useI18n()
  const running = ad.status === 'INPROGRESS'
  const change = useContractMutation(running ? stopAd : startAd, {
    refreshes: [listAds, getAd, campaignSummary, advertiserHome, advertiserOverview],
    alertAs: 'UNKNOWN',
    onRefusal(code) {
      if (code !== 'CANNOT_START') return false
      void showAlert({ title: t('errors.UNKNOWN'), text: t('errors.CANNOT_START') })
      return true
    },
  })
  async function toggle() {
    if (!running && ad.review === 'REJECTED') return showAlert(t('ad.review.cannotStart'))
    const { name } = ad
    const sure = await askConfirm({
      title: t(running ? 'ad.run.stopQuestion' : 'ad.run.startQuestion', { name }),
      effect: t(running ? 'ad.run.stopEffect' : 'ad.run.startEffect'),
      verb: t(running ? 'ad.run.stop' : 'ad.run.start'),
    })
    if (sure && (await change.send({ proID: ad.id })))
      showToast(t(running ? 'ad.run.stopped' : 'ad.run.started'))
  }
  return { running, pending: change.isPending, toggle: () => void toggle() }
}

/** Without cash no ad can start. The header has loaded the balance already. */
function useNoCash(ad: Runs): string | undefined {
  const { t } = useI18n()
  const cash = useContractQuery(adMyPage, {}, { loads: 'background' }).data?.customer.Cash
  return ad.status !== 'INPROGRESS' && cash !== undefined && cash <= 0 ? t('ad.run.needsCash') : undefined
}

/** A complete ad can be neither started nor stopped. */
export function RunSwitch({ ad }: { ad: Runs }) {
  const { t } = useI18n()
  const { running, pending, toggle } = useRun(ad)
  const noCash = useNoCash(ad)
  if (ad.status === 'COMPLETE') return <span>–</span>
  return (
    <Switch
      on={running}
      label={t(running ? 'ad.run.stopThis' : 'ad.run.startThis', { name: ad.name })}
      beside={t(running ? 'ad.run.on' : 'ad.run.off')}
      disabled={pending}
      disabledBecause={noCash}
      onToggle={toggle}
    />
  )
}

export function RunButton({ ad }: { ad: Runs }) {
  const { t } = useI18n()
  const { running, pending, toggle } = useRun(ad)
  const noCash = useNoCash(ad)
  if (ad.status === 'COMPLETE') return <Chip>{t('ad.status.COMPLETE')}</Chip>
  return (
    <Button
      pending={pending}
      disabledBecause={noCash}
      icon={running ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      aria-label={t(running ? 'ad.run.stopThis' : 'ad.run.startThis', { name: ad.name })}
      onClick={toggle}
    >
      {t(running ? 'ad.run.stop' : 'ad.run.start')}
    </Button>
  )
}

/** What can be done with the ad: play for a stopped one, pause for a running one. */
export function StatusGlyph({ status }: { status: AdStatus }) {
  if (status === 'COMPLETE') {
    return (
      <span className={shared.statusIcon}>
        <IconMinus size={16} aria-hidden="true" />
      </span>
    )
  }
  return status === 'INPROGRESS' ? (
    <span className={`${shared.statusIcon} ${shared.statusIconOk}`}>
      <IconPlayerPauseFilled size={16} aria-hidden="true" />
    </span>
  ) : (
    <span className={shared.statusIcon}>
      <IconPlayerPlayFilled size={16} aria-hidden="true" />
    </span>
  )
}

export function StatusWord({ status }: { status: AdStatus }) {
  const { t } = useI18n()
  return (
    <span className={status === 'INPROGRESS' ? shared.toneOk : shared.toneQuiet}>
      {t(`ad.status.${status}`)}
    </span>
  )
}

export function WinningChip() {
  const { t } = useI18n()
  return (
    <Chip tone="line" icon={<IconGavel size={16} stroke={1.75} aria-hidden="true" />}>
      {t('ad.winning')}
    </Chip>
  )
}
