import {
  addAd,
  advertiserHome,
  advertiserOverview,
  campaignSummary,
  getCampaign,
  listAds,
  listAllCampaigns,
  listCampaigns,
  type Product,
} from '@voltline/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { raise } from '../../api/failure.ts'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useSession } from '../../api/session/session.ts'
import { forgetDraft, keepDraft, readDraft } from '../../browser/draft.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { nowText } from '../../ui/dates/now-text.ts'
import { askConfirm, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { neighbourStep, Wizard, type WizardStep } from '../../ui/drawer/wizard.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import shared from '../../ui/theme/shared.module.css'
import { AdPreview } from './ad-preview.tsx'
import { useAdQuery } from './ad-query.ts'
import { type AdForm, type AdValues, type Campaign, isSold, sentOf, valuesOfCampaign } from './ad-values.ts'
import { AppFields, BidFields, CommentField, LimitFields } from './fields/ad-fields.tsx'
import { BidRange } from './fields/bid-range.tsx'
import { MaterialFields } from './fields/material-fields.tsx'
import { BillingChoice, ProductChoice } from './fields/product-choice.tsx'
import { ScheduleFields } from './fields/schedule-fields.tsx'
import { isInStore, StoreFields } from './fields/store-fields.tsx'
import { type FilesByProduct, type Materials, useAllMaterials } from './fields/use-materials.ts'

const stepNames = ['product', 'billing', 'material', 'app', 'store', 'schedule', 'limits', 'bid'] as const
type StepName = (typeof stepNames)[number]

/** The fields that each step validates before the next one opens. */
const fieldsOf: Record<StepName, readonly (keyof AdValues)[]> = {
  product: [],
  billing: [],
  material: ['name', 'comment'],
  app: ['countries', 'url'],
  store: ['storeURL', 'title'],
  schedule: ['week'],
  limits: ['dayLimit', 'budgetLimit'],
  bid: ['minCost', 'maxCost'],
}
const firstWithPreview = stepNames.indexOf('material')

/** The campaign that the list shows, or the newest one; null when there is none at all. */
function useCampaign(): Campaign | undefined {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { campID: asked } = useAdQuery().asked
  const campaigns = useContractQuery(listAllCampaigns, {}, { alertAs: 'UNKNOWN' }).data?.campaigns
  const campID = Number(asked) || (campaigns?.[0]?.CampID ?? 0)
  const { data } = useContractQuery(getCampaign, { campID }, { enabled: campID > 0, alertAs: 'UNKNOWN' })
  const none = campaigns?.length === 0
  useEffect(() => {
    if (!none) return
    void showAlert(t('advertiser.needCampaign'))
    void navigate('/ad-ad', { replace: true })
  }, [none, navigate, t])
  const missing = !none && data?.campaign === null
  useEffect(() => {
    if (missing) raise({ type: 'NOT_FOUND' })
  }, [missing])
  return data?.campaign ?? undefined
}

export function AdCreate() {
  const campaign = useCampaign()
  return campaign ? <AdWizard key={campaign.CampID} campaign={campaign} /> : null
}

function useSteps(values: AdValues): readonly WizardStep[] {
  const { t } = useI18n()
  const notes: Partial<Record<StepName, string>> = {
    product: t(`ad.product.${values.product}`),
    billing: values.billingType,
  }
  return stepNames.map((name) => {
    const skipped = name === 'store' && values.product !== 'VIDEO'
    const note = skipped ? t('ad.wizard.videoOnly') : notes[name]
    return { title: t(`ad.wizard.steps.${name}`), skipped, ...(note ? { note } : {}) }
  })
}

/** Answers whether the ad was made. */
function useCreate(campaign: Campaign) {
  const { t } = useI18n()
  const add = useContractMutation(addAd, {
    refreshes: [listAds, campaignSummary, listCampaigns, advertiserHome, advertiserOverview],
  })
  async function create(values: AdValues, filenames: readonly string[]): Promise<boolean> {
    const { product, billingType, name } = values
    if (!isSold(billingType)) return false
    const sure = await askConfirm({
      title: t('ad.wizard.addQuestion', { name: name.trim() }),
      effect: t('ad.wizard.addEffect'),
      verb: t('ad.wizard.create'),
    })
    if (!sure) return false
    const sent = { campID: campaign.CampID, product, billingType, name, ...sentOf(values, filenames) }
    return (await add.send(sent)) !== null
  }
  return { create, pending: add.isPending }
}

function MaterialStep(props: { form: AdForm; materials: Materials; error: ReactNode }) {
  const { t } = useI18n()
  const { form, materials } = props
  return (
    <>
      <div className={shared.formGrid}>
        <TextField
          label={t('ad.material.name')}
          hint={t('ad.material.nameHint')}
          required
          {...form.getInputProps('name')}
        />
        <CommentField form={form} />
      </div>
      <MaterialFields product={form.getValues().product} materials={materials} error={props.error} />
    </>
  )
}

interface StepProps {
  step: StepName
  form: AdForm
  campaign: Campaign
  time: string
  materials: Materials
  fileError: ReactNode
}

function Step({ step, form, campaign, time, materials, fileError }: StepProps) {
  switch (step) {
    case 'product':
      return <ProductChoice form={form} time={time} />
    case 'billing':
      return <BillingChoice form={form} />
    case 'material':
      return <MaterialStep form={form} materials={materials} error={fileError} />
    case 'app':
      return (
        <AppFields form={form} platformFixed={campaign.CampType === 'AOS' || campaign.CampType === 'IOS'} />
      )
    case 'store':
      return <StoreFields form={form} material0={materials.filenames[0] ?? ''} />
    case 'schedule':
      return <ScheduleFields form={form} />
    case 'limits':
      return <LimitFields form={form} budget={campaign.Budget} />
    case 'bid':
      return (
        <>
          <BidRange form={form} fills />
          <BidFields form={form} />
        </>
      )
  }
}

function useFileError(materials: Materials) {
  const { t } = useI18n()
  const [asked, setAsked] = useState(false)
  const ready = materials.filenames.length > 0 && !materials.uploads.sending
  const says = materials.uploads.sending ? t('ad.material.stillSending') : t('ad.material.needed')
  return { ready, error: asked && !ready ? says : undefined, ask: () => setAsked(true) }
}

interface Draft {
  values: AdValues
  step: number
  files: FilesByProduct
}

/** Everything that was given, kept in the tab: it survives a reload, the back button and a new sign-in. */
function useWizard(campaign: Campaign) {
  const user = useSession()?.user
  const name = `ad of ${user?.CustID} in ${campaign.CampID}`
  const [draft] = useState(() => readDraft<Draft>(name))
  const [time] = useState(() => nowText(user?.TimezoneOffset ?? 0))
  const [current, setCurrent] = useState(draft?.step ?? 0)
  const form = useContractForm<AdValues>(
    (forms) => forms.adForm,
    draft?.values ?? valuesOfCampaign(campaign, time),
  )
  const values = form.getValues()
  const all = useAllMaterials(draft?.files ?? {})
  const left = useRef(false)
  const begun = draft !== null || current > 0 || form.isDirty()
  const now = JSON.stringify({ values, step: current, files: filesOf(all) } satisfies Draft)
  useEffect(() => {
    if (begun && !left.current) keepDraft(name, JSON.parse(now))
  }, [begun, name, now])
  const unsaved =
    draft !== null || form.isDirty() || Object.values(filesOf(all)).some((names) => names.length > 0)
  function leave() {
    left.current = true
    forgetDraft(name)
  }
  return { time, current, setCurrent, form, values, materials: all[values.product], leave, unsaved }
}

const filesOf = (all: Record<Product, Materials>): FilesByProduct => ({
  BANNER: all.BANNER.filenames,
  INTERSTITIAL: all.INTERSTITIAL.filenames,
  VIDEO: all.VIDEO.filenames,
})

function AdWizard({ campaign }: { campaign: Campaign }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { time, current, setCurrent, form, values, materials, leave, unsaved } = useWizard(campaign)
  const files = useFileError(materials)
  const steps = useSteps(values)
  const { create, pending } = useCreate(campaign)
  const step = stepNames[current] ?? 'product'
  function close() {
    leave()
    void navigate(`/ad-ad${search}`)
  }
  async function handleNext() {
    const holds = await form.checkFields(fieldsOf[step])
    if (step === 'material') files.ask()
    if (!holds || (step === 'material' && !files.ready)) return
    if (step === 'store' && values.storeURL.trim() && !isInStore(values)) {
      return showAlert(t('ad.store.invalidUrl'))
    }
    if (step !== 'bid') return setCurrent(neighbourStep(steps, current, 1))
    if (!(await create(form.getValues(), materials.filenames))) return
    showToast(t('advertiser.adCreated'))
    close()
  }
  return (
    <Wizard
      title={t('ad.wizard.title')}
      facts={t('ad.wizard.in', { campaign: campaign.Name })}
      steps={steps}
      current={current}
      lead={t(`ad.wizard.leads.${step}`)}
      finish={t('ad.wizard.create')}
      pending={pending}
      onPrevious={() => setCurrent(neighbourStep(steps, current, -1))}
      onNext={() => void handleNext()}
      unsaved={unsaved}
      onClose={close}
      aside={current >= firstWithPreview ? <AdPreview values={values} materials={materials} /> : null}
    >
      <div className={shared.form}>
        <Step
          step={step}
          form={form}
          campaign={campaign}
          time={time}
          materials={materials}
          fileError={files.error}
        />
      </div>
    </Wizard>
  )
}
