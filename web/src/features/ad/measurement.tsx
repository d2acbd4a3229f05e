import { getPostback, renewPostbackSecret } from '@voltline/contract'
import { useCall, useConfirmedPassword, useQueryCall } from '../../api/hooks.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { OverlaySection } from '../../ui/overlay.tsx'
import { Copyable, NotLoaded } from '../../ui/parts.tsx'
import { useToast } from '../../ui/toast.tsx'

function RenewButton() {
  const { t } = useI18n()
  const confirm = useConfirm()
  const confirmPassword = useConfirmedPassword()
  const toast = useToast()
  const renew = useCall(renewPostbackSecret, { refreshes: [getPostback] })
  async function handleRenew() {
    const sure = await confirm({
      title: t('ad.measure.renewQuestion'),
      effect: t('ad.measure.renewEffect'),
      verb: t('ad.measure.renew'),
      danger: true,
    })
    if (!sure || !(await confirmPassword(t('ad.measure.renewWhy')))) return
    if (await renew.run({})) toast(t('ad.measure.renewed'))
  }
  return (
    <Button kind="danger" pending={renew.pending} onClick={() => void handleRenew()}>
      {t('ad.measure.renew')}
    </Button>
  )
}

/** Where installs and actions are reported, and what signs them: one secret for the whole account. */
export function Measurement() {
  const { t } = useI18n()
  const { data, failed, retry } = useQueryCall(getPostback, {}, { loads: 'part' })
  if (failed) return <NotLoaded onRetry={retry} />
  const postback = data?.postback
  return (
    <OverlaySection title={t('ad.measure.title')}>
      <p className="quiet">{t('ad.measure.text')}</p>
      {postback ? (
        <dl className="ad-postback">
          <dt>{t('ad.measure.install')}</dt>
          <dd>
            <Copyable value={postback.InstallURL} label={t('ad.measure.install')} />
          </dd>
          <dt>{t('ad.measure.action')}</dt>
          <dd>
            <Copyable value={postback.ActionURL} label={t('ad.measure.action')} />
          </dd>
          <dt>{t('ad.measure.secret')}</dt>
          <dd>
            <Copyable value={postback.PostbackSecret} label={t('ad.measure.secret')} />
          </dd>
        </dl>
      ) : null}
      <RenewButton />
    </OverlaySection>
  )
}
