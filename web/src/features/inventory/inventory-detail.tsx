import { getApp, getMedium, listMedia, modifyMedium, type Received } from '@voltline/contract'
import { useEffect } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { raise } from '../../api/failure.ts'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { Hint } from '../../ui/controls/hint.tsx'
import { askConfirm, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { DetailDrawer } from '../../ui/drawer/detail-drawer.tsx'
import { OverlaySection } from '../../ui/drawer/overlay.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import shared from '../../ui/theme/shared.module.css'
import { lacksCount, type MediumValues, RewardFields } from './reward-fields.tsx'

type Medium = NonNullable<Received<typeof getMedium>['inven']>

const formId = 'inventory-detail'

export function InventoryDetail() {
  const { id = '' } = useParams()
  const { data } = useContractQuery(getMedium, { medID: Number(id) })
  useEffect(() => {
    if (data?.inven === null) raise({ type: 'NOT_FOUND' })
  }, [data])
  return data?.inven ? <Detail key={data.inven.UpdateTime} medium={data.inven} /> : null
}

function Overview({ medium }: { medium: Medium }) {
  const { t, dateTime } = useI18n()
  const type = t(`publisher.product.${medium.Product}`)
  return (
    <dl className={shared.facts}>
      <div>
        <dt>{t('publisher.inventory.type')}</dt>
        <dd className={shared.row}>
          {type}
          <Hint name={type} text={t('publisher.inventory.typeHint')} />
        </dd>
      </div>
      <div>
        <dt>{t('publisher.inventory.id')}</dt>
        <dd>
          <Copyable value={String(medium.MedID)} label={t('publisher.inventory.id')} />
        </dd>
      </div>
      <div>
        <dt>{t('publisher.registered')}</dt>
        <dd>{dateTime(medium.RegistTime)}</dd>
      </div>
      <div>
        <dt>{t('publisher.updated')}</dt>
        <dd>{dateTime(medium.UpdateTime)}</dd>
      </div>
    </dl>
  )
}

function Detail({ medium }: { medium: Medium }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const app = useContractQuery(getApp, { appID: medium.AppID }, { loads: 'part' }).data?.app
  const modify = useContractMutation(modifyMedium, { refreshes: [getMedium, listMedia] })
  const form = useContractForm<MediumValues>((forms) => forms.unitForm, {
    name: medium.Name,
    reward: medium.Reward,
    rewards: medium.Rewards || '',
  })
  const close = () => void navigate(`/pub-inventory?appID=${query.get('appID') ?? medium.AppID}`)
  async function handleSubmit(values: MediumValues) {
    if (lacksCount(values)) return showAlert(t('publisher.inventory.rewardsNeeded'))
    const title = t('publisher.inventory.modifyQuestion', { name: medium.Name })
    if (!(await askConfirm({ title, verb: t('publisher.modify') }))) return
    if (!(await modify.send({ medID: medium.MedID, ...values }))) return
    form.resetDirty()
    showToast(t('publisher.modified'))
  }
  return (
    <DetailDrawer
      title={medium.Name}
      facts={
        app ? (
          <Link to={`/pub-app/${app.AppID}`}>{t('publisher.inventory.toApp', { name: app.Name })}</Link>
        ) : null
      }
      actions={
        <Chip tone={medium.Active === 1 ? 'ok' : 'quiet'}>
          {t(medium.Active === 1 ? 'publisher.inventory.open' : 'publisher.inventory.closed')}
        </Chip>
      }
      unsaved={form.isDirty()}
      onClose={close}
      formId={formId}
      verb={t('publisher.modify')}
      pending={modify.isPending}
      disabledBecause={form.isDirty() ? undefined : t('publisher.unchanged')}
    >
      <Overview medium={medium} />
      <form id={formId} className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
        <TextField label={t('publisher.inventory.name')} required {...form.getInputProps('name')} />
        {medium.Product === 'BANNER' ? null : (
          <OverlaySection title={t('publisher.inventory.rewardSection')}>
            <RewardFields form={form} />
          </OverlaySection>
        )}
      </form>
    </DetailDrawer>
  )
}
