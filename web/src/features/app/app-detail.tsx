import { getApp, listAllApps, listApps, modifyApp, publisherHome, type Received } from '@voltline/contract'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { raise } from '../../api/failure.ts'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { DetailDrawer } from '../../ui/drawer/detail-drawer.tsx'
import { OverlaySection } from '../../ui/drawer/overlay.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './app-detail.module.css'
import { AppFields, type AppValues } from './app-fields.tsx'
import { AppIntegration } from './app-integration.tsx'
import { AppKey } from './app-key.tsx'

export type App = NonNullable<Received<typeof getApp>['app']>

const formId = 'app-detail'
const isAdult = (filter: string): boolean => (JSON.parse(filter) as { Adult: boolean }).Adult

export function AppDetail() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { id = '' } = useParams()
  const { data } = useContractQuery(getApp, { appID: Number(id) })
  useEffect(() => {
    if (data?.app === null) raise({ type: 'NOT_FOUND' })
  }, [data])
  const close = () => void navigate(`/pub-app${search}`)
  return data?.app ? <Detail key={data.app.UpdateTime} app={data.app} onClose={close} /> : null
}

function Overview({ app }: { app: App }) {
  const { t, dateTime } = useI18n()
  return (
    <>
      {app.Reason ? (
        <Banner tone="bad">{t('publisher.app.rejected', { reason: app.Reason })}</Banner>
      ) : app.Approval ? null : (
        <Banner tone="warn">
          {[t('publisher.app.underReview'), app.ApiKey ? t('publisher.app.sampleReady') : '']
            .join(' ')
            .trim()}
        </Banner>
      )}
      <dl className={shared.facts}>
        <div>
          <dt>{t('publisher.registered')}</dt>
          <dd>{dateTime(app.RegistTime)}</dd>
        </div>
        <div>
          <dt>{t('publisher.updated')}</dt>
          <dd>{dateTime(app.UpdateTime)}</dd>
        </div>
      </dl>
      <p className={classes.links}>
        <Link to={`/pub-inventory?appID=${app.AppID}`}>{t('publisher.app.inventory')}</Link>
        <Link to={`/pub-app-reward?appID=${app.AppID}`}>{t('publisher.app.rewards')}</Link>
      </p>
    </>
  )
}

function Detail({ app, onClose }: { app: App; onClose: () => void }) {
  const { t } = useI18n()
  const modify = useContractMutation(modifyApp, { refreshes: [getApp, listApps, listAllApps, publisherHome] })
  const form = useContractForm<AppValues>((forms) => forms.appForm, {
    name: app.Name,
    platform: app.Platform,
    storeURL: app.Package,
    adult: isAdult(app.Filter) ? 'yes' : 'no',
  })
  async function handleSubmit(values: AppValues) {
    const sure = await askConfirm({
      title: t('publisher.app.modifyQuestion', { name: app.Name }),
      effect: t('publisher.app.modifyEffect'),
      verb: t('publisher.modify'),
    })
    if (!sure) return
    const { name, storeURL, adult } = values
    const modified = await modify.send({
      appID: app.AppID,
      name,
      storeURL: storeURL.trim(),
      filter: adult === 'yes',
    })
    if (!modified) return
    form.resetDirty()
    showToast(t('publisher.modified'))
  }
  return (
    <DetailDrawer
      title={app.Name}
      facts={`ID ${app.AppID}`}
      actions={
        <Chip tone={app.Approval ? 'ok' : 'quiet'}>
          {t(app.Approval ? 'publisher.app.approved' : 'publisher.app.notApproved')}
        </Chip>
      }
      unsaved={form.isDirty()}
      onClose={onClose}
      formId={formId}
      verb={t('publisher.modify')}
      pending={modify.isPending}
      disabledBecause={form.isDirty() ? undefined : t('publisher.unchanged')}
    >
      <Overview app={app} />
      <OverlaySection>
        <form id={formId} className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
          <AppFields form={form} platformFixed />
        </form>
      </OverlaySection>
      <AppKey app={app} />
      {app.ApiKey ? <AppIntegration app={app} /> : null}
    </DetailDrawer>
  )
}
