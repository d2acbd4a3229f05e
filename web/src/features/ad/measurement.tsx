import { getPostback, renewPostbackSecret } from '@voltline/contract'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { confirmPassword } from '../../ui/dialogs/confirm-password.tsx'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { OverlaySection } from '../../ui/drawer/overlay.tsx'
import { NotLoaded } from '../../ui/page/empty.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './ad.module.css'

function RenewButton() {
  const { t } = useI18n()
  const renew = useContractMutation(renewPostbackSecret, { refreshes: [getPostback] })
  async function handleRenew() {
    const sure = await askConfirm({
      title: t('ad.measure.renewQuestion'),
      effect: t('ad.measure.renewEffect'),
      verb: t('ad.measure.renew'),
      danger: true,
    })
    if (!sure || !(await confirmPassword(t('ad.measure.renewWhy')))) return
    if (await renew.send({})) showToast(t('ad.measure.renewed'))
  }
  return (
    <Button kind="danger" pending={renew.isPending} onClick={() => void handleRenew()}>
      {t('ad.measure.renew')}
    </Button>
  )
}

/** Where installs and actions are reported, and what signs them: one secret for the whole account. */
export function Measurement() {
  const { t } = useI18n()
  const { data, isError: failed, refetch: retry } = useContractQuery(getPostback, {}, { loads: 'part' })
  if (failed) return <NotLoaded onRetry={retry} />
  const postback = data?.postback
  return (
    <OverlaySection title={t('ad.measure.title')}>
      <p className={shared.quiet}>{t('ad.measure.text')}</p>
      {postback ? (
        <dl className={classes.postback}>
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
