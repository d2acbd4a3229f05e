import { apiKeyStatus, getApp, listApps, requestApiKey } from '@voltline/contract'
import { useContractMutation } from '../../api/mutation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { OverlaySection } from '../../ui/drawer/overlay.tsx'
import shared from '../../ui/theme/shared.module.css'
import type { App } from './app-detail.tsx'

/** The app's API key: not requested, waiting for an operator, or issued. */
export function AppKey({ app }: { app: App }) {
  const { t } = useI18n()
  const ask = useContractMutation(requestApiKey, { refreshes: [getApp, listApps] })
  async function handleAsk() {
    const sure = await askConfirm({
      title: t('publisher.app.keyAskQuestion', { name: app.Name }),
      effect: t('publisher.app.keyAskEffect'),
      verb: t('publisher.app.keyAsk'),
    })
    if (sure && (await ask.send({ appID: app.AppID }))) showToast(t('publisher.requested'))
  }
  return (
    <OverlaySection title={t('publisher.app.key')}>
      {app.ApiKeyStatus === apiKeyStatus.notRequested ? (
        <>
          <p className={shared.quiet}>{t('publisher.app.keyNone')}</p>
          <Button pending={ask.isPending} onClick={handleAsk}>
            {t('publisher.app.keyAsk')}
          </Button>
        </>
      ) : app.ApiKeyStatus === apiKeyStatus.waiting ? (
        <p>{t('publisher.app.keyWaiting')}</p>
      ) : (
        <Copyable value={app.ApiKey} label={t('publisher.app.key')} />
      )}
    </OverlaySection>
  )
}
