import { IconCheck, IconDownload, IconPlugConnectedX } from '@tabler/icons-react'
import { type ErrorCode, errorCodes } from '@voltline/contract'
import { useEffect, useRef, useState } from 'react'
import type { Ad } from '../../../../../sdk/src/index.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import classes from './store-sheet.module.css'
import type { Phone } from './use-phone.ts'

type Step = 'offered' | 'installing' | 'installed' | 'repeated' | ErrorCode

const codeOf = (error: string): ErrorCode => errorCodes.find((code) => code === error) ?? 'UNKNOWN'

function InstallButton({ ad, phone }: { ad: Ad; phone: Phone }) {
  const { t } = useI18n()
  const [step, setStep] = useState<Step>('offered')
  async function handleInstall() {
    setStep('installing')
    const { error, repeated } = await phone.install(ad)
    setStep(error === 'SUCCESS' ? (repeated ? 'repeated' : 'installed') : codeOf(error))
  }
  const isDone = step === 'installed' || step === 'repeated'
  const isRefused = !isDone && step !== 'offered' && step !== 'installing'
  return (
    <>
      <button
        type="button"
        className={classes.install}
        aria-disabled={step === 'installing' || isDone}
        onClick={() => {
          if (step === 'offered' || isRefused) void handleInstall()
        }}
      >
        {isDone ? (
          <IconCheck size={18} stroke={2} aria-hidden="true" />
        ) : (
          <IconDownload size={18} stroke={1.75} aria-hidden="true" />
        )}
        {step === 'installing'
          ? t('playground.store.installing')
          : t(isDone ? 'playground.store.installed' : 'playground.store.install')}
      </button>
      <p className={classes.note} role="status">
        {step === 'installed' ? t('playground.store.opened') : null}
        {step === 'repeated' ? t('playground.store.repeated') : null}
        {isRefused ? t('playground.store.refused', { error: t(`errors.${step}`) }) : null}
      </p>
    </>
  )
}

/** The advertised product's page in a store, over the phone's screen. */
export function StoreSheet({ phone, advertiserOf }: { phone: Phone; advertiserOf: (ad: Ad) => string }) {
  const { t } = useI18n()
  const dialog = useRef<HTMLDialogElement>(null)
  const { store, closeStore } = phone
  useEffect(() => {
    if (store) dialog.current?.showModal()
    else dialog.current?.close()
  }, [store])
  const pictures = store?.ad.materials.filter((file) => !file.endsWith('.mp4')) ?? []
  return (
    <dialog
      ref={dialog}
      className={classes.sheet}
      aria-label={t('playground.store.label')}
      onClose={closeStore}
    >
      {store ? (
        <div className={classes.page}>
          <p className={classes.head}>{t('playground.store.label')}</p>
          <img
            className={`${classes.picture} ${store.ad.product === 'BANNER' ? classes.banner : ''}`}
            src={pictures[0]}
            alt=""
          />
          <b className={classes.name}>{store.ad.name}</b>
          <span className={classes.advertiser}>
            {t('playground.store.by', { advertiser: advertiserOf(store.ad) })}
          </span>
          {store.isRecorded ? (
            <InstallButton key={store.ad.token} ad={store.ad} phone={phone} />
          ) : (
            <p className={classes.note} role="alert">
              <IconPlugConnectedX size={18} stroke={1.75} aria-hidden="true" />
              {t('playground.store.offline')}
            </p>
          )}
          <button type="button" className={classes.back} onClick={closeStore}>
            {t('playground.store.back')}
          </button>
        </div>
      ) : null}
    </dialog>
  )
}
