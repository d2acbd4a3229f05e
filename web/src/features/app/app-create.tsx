import { addApp, listAllApps, listApps, publisherHome } from '@voltline/contract'
import { useLocation, useNavigate } from 'react-router'
import { useCall } from '../../api/hooks.ts'
import { useSession } from '../../api/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { useFields } from '../../ui/form.ts'
import { nowText } from '../../ui/now-text.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AppFields, type AppValues, appRules } from './app-fields.tsx'

const formId = 'app-create'

export function AppCreate() {
  const { t } = useI18n()
  const confirm = useConfirm()
  const toast = useToast()
  const navigate = useNavigate()
  const { search } = useLocation()
  const offset = useSession()?.user.TimezoneOffset ?? 0
  const add = useCall(addApp, { refreshes: [listApps, listAllApps, publisherHome] })
  const form = useFields<AppValues>(
    {
      name: t('publisher.app.defaultName', { time: nowText(offset) }),
      platform: 'AOS',
      storeURL: '',
      adult: 'no',
    },
    appRules,
  )
  const close = () => void navigate(`/pub-app${search}`)
  async function handleSubmit(values: AppValues) {
    const sure = await confirm({
      title: t('publisher.app.addQuestion', { name: values.name.trim() }),
      effect: t('publisher.app.addEffect'),
      verb: t('publisher.create'),
    })
    if (!sure) return
    const { name, platform, storeURL, adult } = values
    const answer = await add.run({ name, platform, storeURL: storeURL.trim(), filter: adult === 'yes' })
    if (!answer) return
    toast(t('publisher.added'))
    close()
  }
  return (
    <Overlay
      title={t('publisher.app.createTitle')}
      onClose={close}
      foot={
        <>
          <Button kind="quiet" onClick={close}>
            {t('ui.close')}
          </Button>
          <Button kind="primary" type="submit" form={formId} pending={add.pending}>
            {t('publisher.create')}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.submit(handleSubmit)}>
        <AppFields form={form} platformFixed={false} />
      </form>
    </Overlay>
  )
}
