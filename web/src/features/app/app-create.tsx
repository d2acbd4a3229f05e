import { addApp, listAllApps, listApps, publisherHome } from '@voltline/contract'
import { useLocation, useNavigate } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { nowText } from '../../ui/dates/now-text.ts'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { DetailDrawer } from '../../ui/drawer/detail-drawer.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import shared from '../../ui/theme/shared.module.css'
import { AppFields, type AppValues } from './app-fields.tsx'

const formId = 'app-create'

export function AppCreate() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { search } = useLocation()
  const offset = useSession()?.user.TimezoneOffset ?? 0
  const add = useContractMutation(addApp, { refreshes: [listApps, listAllApps, publisherHome] })
  const form = useContractForm<AppValues>((forms) => forms.appForm, {
    name: t('publisher.app.defaultName', { time: nowText(offset) }),
    platform: 'AOS',
    storeURL: '',
    adult: 'no',
  })
  const close = () => void navigate(`/pub-app${search}`)
  async function handleSubmit(values: AppValues) {
    const sure = await askConfirm({
      title: t('publisher.app.addQuestion', { name: values.name.trim() }),
      effect: t('publisher.app.addEffect'),
      verb: t('publisher.create'),
    })
    if (!sure) return
    const { name, platform, storeURL, adult } = values
    const added = await add.send({ name, platform, storeURL: storeURL.trim(), filter: adult === 'yes' })
    if (!added) return
    showToast(t('publisher.appRegistered'))
    close()
  }
  return (
    <DetailDrawer
      title={t('publisher.app.createTitle')}
      unsaved={form.isDirty()}
      onClose={close}
      formId={formId}
      verb={t('publisher.create')}
      pending={add.isPending}
    >
      <form id={formId} className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
        <AppFields form={form} platformFixed={false} />
      </form>
    </DetailDrawer>
  )
}
