import { apiKeyStatus, getApp, listApps, requestApiKey } from '@voltline/contract'
import { useCall } from '../../api/hooks.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { OverlaySection } from '../../ui/overlay.tsx'
import { Copyable } from '../../ui/parts.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { App } from './app-detail.tsx'

/** Asked for, waited for, issued. */
export function AppKey({ app }: { app: App }) {
  const { t } = useI18n()
  const confirm = useConfirm()
  const toast = useToast()
  const ask = useCall(requestApiKey, { refreshes: [getApp, listApps] })
  async function handleAsk() {
    const sure = await confirm({
      title: t('publisher.app.keyAskQuestion', { name: app.Name }),
      effect: t('publisher.app.keyAskEffect'),
      verb: t('publisher.app.keyAsk'),
    })
    if (sure && (await ask.run({ appID: app.AppID }))) toast(t('publisher.requested'))
  }
  return (
    <OverlaySection title={t('publisher.app.key')}>
      {app.ApiKeyStatus === apiKeyStatus.notRequested ? (
        <>
          <p className="quiet">{t('publisher.app.keyNone')}</p>
          <Button pending={ask.pending} onClick={handleAsk}>
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
