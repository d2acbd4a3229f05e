import { IconCheck, IconDownload, IconPlugConnectedX } from '@tabler/icons-react'
import { type ErrorCode, errorCodes } from '@voltline/contract'
import { useEffect, useRef, useState } from 'react'
import type { Ad } from '../../../../sdk/src/index.ts'
import { useI18n } from '../../i18n/i18n.ts'
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
        className="pg-install"
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
      <p className="pg-store-note" role="status">
        {step === 'installed' ? t('playground.store.opened') : null}
        {step === 'repeated' ? t('playground.store.repeated') : null}
        {isRefused ? t('playground.store.refused', { error: t(`errors.${step}`) }) : null}
      </p>
    </>
  )
}

/** Where an ad leads: the product's page in a store, over whatever the phone shows. */
export function StoreSheet({ phone, advertiserOf }: { phone: Phone; advertiserOf: (ad: Ad) => string }) {
  const { t } = useI18n()
  const dialog = useRef<HTMLDialogElement>(null)
  const { store, closeStore } = phone
  useEffect(() => {
    if (store) dialog.current?.showModal()
    else dialog.current?.close()
  }, [store])
  const pictures = store?.ad.materials.filter((one) => !one.endsWith('.mp4')) ?? []
  return (
    <dialog ref={dialog} className="pg-store" aria-label={t('playground.store.label')} onClose={closeStore}>
      {store ? (
        <div className="pg-store-page">
          <p className="pg-store-head">{t('playground.store.label')}</p>
          <img className={`pg-store-picture pg-store-${store.ad.product}`} src={pictures[0]} alt="" />
          <b className="pg-store-name">{store.ad.name}</b>
          <span className="pg-store-by">
            {t('playground.store.by', { advertiser: advertiserOf(store.ad) })}
          </span>
          {store.isRecorded ? (
            <InstallButton key={store.ad.token} ad={store.ad} phone={phone} />
          ) : (
            <p className="pg-store-note" role="alert">
              <IconPlugConnectedX size={18} stroke={1.75} aria-hidden="true" />
              {t('playground.store.offline')}
            </p>
          )}
          <button type="button" className="pg-store-back" onClick={closeStore}>
            {t('playground.store.back')}
          </button>
        </div>
      ) : null}
    </dialog>
  )
}
