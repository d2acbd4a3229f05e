import { addCampaign, advertiserHome, limits, listAllCampaigns, listCampaigns } from '@voltline/contract'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { nowText } from '../../ui/dates/now-text.ts'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { Wizard } from '../../ui/drawer/wizard.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { everywhere } from '../../ui/places/countries.ts'
import shared from '../../ui/theme/shared.module.css'
import {
  BudgetField,
  CampaignCountries,
  type CampaignForm,
  type CampaignValues,
  NameField,
  TargetFields,
} from './campaign-fields.tsx'

const stepFields = [
  ['name', 'budget'],
  ['countries', 'type', 'urlAos', 'urlIos'],
] as const

function TypeField({ form }: { form: CampaignForm }) {
  const { t } = useI18n()
  const { onChange, ...type } = form.getInputProps('type')
  return (
    <SelectField
      label={t('advertiser.form.type')}
      required
      data={[
        { value: 'AOS', label: t('advertiser.android') },
        { value: 'IOS', label: t('advertiser.ios') },
      ]}
      {...type}
      onChange={(next) => {
        // Only one URL field is on screen, so its text is kept for the other platform.
        const { urlAos, urlIos } = form.getValues()
        onChange(next)
        form.setValues(next === 'IOS' ? { urlIos: urlIos || urlAos } : { urlAos: urlAos || urlIos })
      }}
    />
  )
}

function useCampaignForm() {
  const { t } = useI18n()
  const user = useSession()?.user
  return useContractForm<CampaignValues>((forms) => forms.addCampaignForm, {
    name: t('advertiser.form.defaultName', { time: nowText(user?.TimezoneOffset ?? 0) }),
    budget: limits.budgetDefault,
    type: 'AOS',
    countries: [user?.Iso2 || everywhere],
    urlAos: '',
    urlIos: '',
  })
}

/** Answers whether the campaign was made. */
function useCreate() {
  const { t, money } = useI18n()
  const offset = useSession()?.user.TimezoneOffset ?? 0
  const add = useContractMutation(addCampaign, {
    refreshes: [listCampaigns, listAllCampaigns, advertiserHome],
  })
  async function create({ name, budget, type, countries, urlAos, urlIos }: CampaignValues): Promise<boolean> {
    const sure = await askConfirm({
      title: t('advertiser.form.addQuestion', { name: name.trim() }),
      effect: t('advertiser.form.addEffect', { budget: money(Number(budget)) }),
      verb: t('advertiser.create'),
    })
    if (!sure) return false
    const answer = await add.send({
      name,
      campType: type,
      budget: Number(budget),
      comment: '',
      defaultTime: nowText(offset).slice(0, 10),
      defaultURL_iOS: type === 'IOS' ? urlIos.trim() : '',
      defaultURL_AOS: type === 'AOS' ? urlAos.trim() : '',
      defaultCountry: countries,
    })
    return answer !== null
  }
  return { create, pending: add.isPending }
}

export function CampaignCreate() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [step, setStep] = useState<0 | 1>(0)
  const form = useCampaignForm()
  const { create, pending } = useCreate()
  async function handleNext() {
    if (!(await form.checkFields(stepFields[step]))) return
    if (step === 0) return setStep(1)
    if (!(await create(form.getValues()))) return
    showToast(t('advertiser.campaignCreated'))
    void navigate('/ad-campaign')
  }
  return (
    <Wizard
      title={t('advertiser.form.createTitle')}
      steps={[{ title: t('advertiser.form.stepCampaign') }, { title: t('advertiser.form.stepApp') }]}
      current={step}
      lead={t(step === 0 ? 'advertiser.form.stepCampaignLead' : 'advertiser.form.stepAppLead')}
      finish={t('advertiser.create')}
      pending={pending}
      onPrevious={() => setStep(0)}
      onNext={() => void handleNext()}
      unsaved={form.isDirty()}
      onClose={() => void navigate(`/ad-campaign${search}`)}
    >
      <div className={shared.form}>
        {step === 0 ? (
          <>
            <NameField form={form} />
            <BudgetField form={form} fixed={false} />
          </>
        ) : (
          <>
            <CampaignCountries form={form} />
            <TypeField form={form} />
            <TargetFields form={form} />
          </>
        )}
      </div>
    </Wizard>
  )
}
