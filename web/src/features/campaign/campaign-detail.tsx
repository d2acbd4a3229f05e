import {
  type CampaignType,
  getCampaign,
  listAllCampaigns,
  listCampaigns,
  modifyCampaign,
  type Received,
} from '@voltline/contract'
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
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import shared from '../../ui/theme/shared.module.css'
import {
  BudgetField,
  CampaignCountries,
  type CampaignForm,
  type CampaignValues,
  NameField,
  TargetFields,
} from './campaign-fields.tsx'

type Campaign = NonNullable<Received<typeof getCampaign>['campaign']>

const formId = 'campaign-detail'
const countriesOf = (text: string): string[] => (JSON.parse(text) as { Country: string[] }).Country

export function CampaignDetail() {
  const { id = '' } = useParams()
  const campID = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
  const { data } = useContractQuery(getCampaign, { campID }, { enabled: campID > 0, alertAs: 'UNKNOWN' })
  const missing = campID === 0 || data?.campaign === null
  useEffect(() => {
    if (missing) raise({ type: 'NOT_FOUND' })
  }, [missing])
  return data?.campaign ? <Detail key={data.campaign.UpdateTime} campaign={data.campaign} /> : null
}

function TypeShown({ type }: { type: CampaignType }) {
  const { t } = useI18n()
  const names: Record<CampaignType, string> = {
    AOS: t('advertiser.android'),
    IOS: t('advertiser.ios'),
    BOTH: t('advertiser.both'),
    WEB: '–',
  }
  return (
    <SelectField
      label={t('advertiser.form.type')}
      hint={t('advertiser.form.typeFixed')}
      disabled
      value={type}
      data={[{ value: type, label: names[type] }]}
    />
  )
}

function Facts({ campaign }: { campaign: Campaign }) {
  const { t, dateTime } = useI18n()
  return (
    <dl className={shared.facts}>
      <div>
        <dt>{t('advertiser.form.id')}</dt>
        <dd>{campaign.CampID}</dd>
      </div>
      <div>
        <dt>{t('advertiser.registered')}</dt>
        <dd>{dateTime(campaign.RegistTime)}</dd>
      </div>
      <div>
        <dt>{t('advertiser.updated')}</dt>
        <dd>{dateTime(campaign.UpdateTime)}</dd>
      </div>
    </dl>
  )
}

function useModify(campaign: Campaign, form: CampaignForm) {
  const { t } = useI18n()
  const modify = useContractMutation(modifyCampaign, {
    refreshes: [getCampaign, listCampaigns, listAllCampaigns],
  })
  async function save({ name, countries, urlAos, urlIos }: CampaignValues) {
    const sure = await askConfirm({
      title: t('advertiser.form.modifyQuestion', { name: campaign.Name }),
      effect: t('advertiser.form.modifyEffect'),
      verb: t('advertiser.modify'),
    })
    if (!sure) return
    const answer = await modify.send({
      campID: campaign.CampID,
      name,
      defaultURL_iOS: urlIos.trim(),
      defaultURL_AOS: urlAos.trim(),
      defaultCountry: countries,
    })
    if (!answer) return
    form.resetDirty()
    showToast(t('advertiser.modified'))
  }
  return { save, pending: modify.isPending }
}

function whyOff(form: CampaignForm): 'advertiser.unchanged' | 'advertiser.hasErrors' | null {
  if (Object.keys(form.errors).length > 0) return 'advertiser.hasErrors'
  return form.isDirty() ? null : 'advertiser.unchanged'
}

function Detail({ campaign }: { campaign: Campaign }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { search } = useLocation()
  const form = useContractForm<CampaignValues>((forms) => forms.modifyCampaignForm, {
    name: campaign.Name,
    budget: campaign.Budget,
    type: campaign.CampType,
    countries: countriesOf(campaign.DefaultCountry),
    urlAos: campaign.DefaultURL_AOS,
    urlIos: campaign.DefaultURL_iOS,
  })
  const { save, pending } = useModify(campaign, form)
  const close = () => void navigate(`/ad-campaign${search}`)
  const off = whyOff(form)
  return (
    <DetailDrawer
      title={campaign.Name}
      facts={<Link to={`/ad-ad?campID=${campaign.CampID}`}>{t('advertiser.form.ads')}</Link>}
      unsaved={form.isDirty()}
      onClose={close}
      formId={formId}
      verb={t('advertiser.modify')}
      pending={pending}
      disabledBecause={off ? t(off) : undefined}
    >
      <Facts campaign={campaign} />
      <OverlaySection>
        <form id={formId} className={shared.form} noValidate onSubmit={form.submit(save)}>
          <NameField form={form} />
          <div className={shared.formGrid}>
            <BudgetField form={form} fixed />
            <TypeShown type={campaign.CampType} />
          </div>
          <CampaignCountries form={form} />
          <TargetFields form={form} />
        </form>
      </OverlaySection>
    </DetailDrawer>
  )
}
