import './app.css'
import { getApp, listAllApps, listApps, modifyApp, publisherHome, type Received } from '@voltline/contract'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { raise } from '../../api/failure.ts'
import { useCall, useQueryCall } from '../../api/hooks.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { useFields } from '../../ui/form.ts'
import { Overlay, OverlaySection } from '../../ui/overlay.tsx'
import { Banner, Chip } from '../../ui/parts.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AppFields, type AppValues, appRules } from './app-fields.tsx'
import { AppIntegration } from './app-integration.tsx'
import { AppKey } from './app-key.tsx'

export type App = NonNullable<Received<typeof getApp>['app']>

const formId = 'app-detail'
const isAdult = (filter: string): boolean => (JSON.parse(filter) as { Adult: boolean }).Adult

export function AppDetail() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { id = '' } = useParams()
  const { data } = useQueryCall(getApp, { appID: Number(id) })
  useEffect(() => {
    if (data?.app === null) raise({ type: 'NOT_FOUND' })
  }, [data])
  const close = () => void navigate(`/pub-app${search}`)
  return data?.app ? <Detail key={data.app.UpdateTime} app={data.app} onClose={close} /> : null
}

function Facts({ app }: { app: App }) {
  const { t, dateTime } = useI18n()
  return (
    <>
      {app.Reason ? (
        <Banner tone="bad">{t('publisher.app.rejected', { reason: app.Reason })}</Banner>
      ) : app.Approval ? null : (
        <Banner tone="warn">{t('publisher.app.underReview')}</Banner>
      )}
      <dl className="facts">
        <div>
          <dt>{t('publisher.registered')}</dt>
          <dd>{dateTime(app.RegistTime)}</dd>
        </div>
        <div>
          <dt>{t('publisher.updated')}</dt>
          <dd>{dateTime(app.UpdateTime)}</dd>
        </div>
      </dl>
      <p className="app-links">
        <Link to={`/pub-inventory?appID=${app.AppID}`}>{t('publisher.app.inventory')}</Link>
        <Link to={`/pub-app-reward?appID=${app.AppID}`}>{t('publisher.app.rewards')}</Link>
      </p>
    </>
  )
}

function Detail({ app, onClose }: { app: App; onClose: () => void }) {
  const { t } = useI18n()
  const confirm = useConfirm()
  const toast = useToast()
  const modify = useCall(modifyApp, { refreshes: [getApp, listApps, listAllApps, publisherHome] })
  const form = useFields<AppValues>(
    {
      name: app.Name,
      platform: app.Platform,
      storeURL: app.Package,
      adult: isAdult(app.Filter) ? 'yes' : 'no',
    },
    appRules,
  )
  async function handleSubmit(values: AppValues) {
    const sure = await confirm({
      title: t('publisher.app.modifyQuestion', { name: app.Name }),
      effect: t('publisher.app.modifyEffect'),
      verb: t('publisher.modify'),
    })
    if (!sure) return
    const { name, storeURL, adult } = values
    const answer = await modify.run({
      appID: app.AppID,
      name,
      storeURL: storeURL.trim(),
      filter: adult === 'yes',
    })
    if (answer) toast(t('publisher.modified'))
  }
  return (
    <Overlay
      title={app.Name}
      facts={`ID ${app.AppID}`}
      actions={
        <Chip tone={app.Approval ? 'ok' : 'quiet'}>
          {t(app.Approval ? 'publisher.app.approved' : 'publisher.app.notApproved')}
        </Chip>
      }
      onClose={onClose}
      foot={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={formId}
            pending={modify.pending}
            disabledBecause={form.isDirty() ? undefined : t('publisher.unchanged')}
          >
            {t('publisher.modify')}
          </Button>
        </>
      }
    >
      <Facts app={app} />
      <OverlaySection>
        <form id={formId} className="form" noValidate onSubmit={form.submit(handleSubmit)}>
          <AppFields form={form} platformFixed />
        </form>
      </OverlaySection>
      <AppKey app={app} />
      {app.ApiKey ? <AppIntegration app={app} /> : null}
    </Overlay>
  )
}
