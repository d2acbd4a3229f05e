import { addMedium, limits, listMedia, type Product, products, publisherHome } from '@voltline/contract'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../api/hooks.ts'
import { useSession } from '../../api/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { CardChoice } from '../../ui/card-choice.tsx'
import { useAlert, useConfirm } from '../../ui/dialogs.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useFields } from '../../ui/form.ts'
import { FormatPicture } from '../../ui/format-picture.tsx'
import { nowText } from '../../ui/now-text.ts'
import { useToast } from '../../ui/toast.tsx'
import { checked, maxLength, required } from '../../ui/validate.tsx'
import { Wizard } from '../../ui/wizard.tsx'
import { lacksCount, type MediumValues, RewardFields, rewardRule } from './reward-fields.tsx'

const textOf = {
  BANNER: 'publisher.inventory.bannerText',
  INTERSTITIAL: 'publisher.inventory.interstitialText',
  VIDEO: 'publisher.inventory.videoText',
} as const

function Formats(props: { product: Product; onChange: (product: Product) => void }) {
  const { t } = useI18n()
  return (
    <CardChoice
      label={t('publisher.inventory.stepType')}
      value={props.product}
      options={products.map((product) => ({
        value: product,
        title: t(`publisher.product.${product}`),
        text: t(textOf[product]),
        picture: <FormatPicture product={product} />,
      }))}
      onChange={props.onChange}
    />
  )
}

function useUnitForm() {
  const { t } = useI18n()
  const offset = useSession()?.user.TimezoneOffset ?? 0
  const [product, setProduct] = useState<Product>('BANNER')
  const defaultName = (kind: Product) => `${t(`publisher.product.${kind}`)} ${nowText(offset)}`
  const form = useFields<MediumValues>(
    { name: defaultName('BANNER'), reward: '', rewards: '' },
    { name: (value) => checked(value, required, maxLength(limits.nameMax)), reward: rewardRule },
  )
  /** The name follows the type until the publisher writes one. */
  function choose(kind: Product) {
    if (!form.isDirty('name')) {
      form.setInitialValues({ ...form.getValues(), name: defaultName(kind) })
      form.setFieldValue('name', defaultName(kind))
    }
    setProduct(kind)
  }
  return { form, product, choose }
}

function useCreate(appID: number, onDone: () => void) {
  const { t } = useI18n()
  const alert = useAlert()
  const confirm = useConfirm()
  const toast = useToast()
  const add = useCall(addMedium, { refreshes: [listMedia, publisherHome] })
  async function create(product: Product, values: MediumValues) {
    const isBanner = product === 'BANNER'
    if (!isBanner && lacksCount(values)) return alert(t('publisher.inventory.rewardsNeeded'))
    const sure = await confirm({
      title: t('publisher.inventory.addQuestion', { name: values.name.trim() }),
      effect: t('publisher.inventory.addEffect'),
      verb: t('publisher.create'),
    })
    if (!sure) return
    const { name, reward, rewards } = isBanner ? { ...values, reward: '', rewards: '' } : values
    if (!(await add.run({ appID, name, product, reward, rewards }))) return
    toast(t('publisher.added'))
    onDone()
  }
  return { create, pending: add.pending }
}

export function InventoryCreate() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const appID = Number(query.get('appID')) || 0
  const [step, setStep] = useState(0)
  const { form, product, choose } = useUnitForm()
  const close = () => void navigate(`/pub-inventory?appID=${appID}`)
  const { create, pending } = useCreate(appID, close)
  const isBanner = product === 'BANNER'
  const steps = [
    { title: t('publisher.inventory.stepType'), note: t(`publisher.product.${product}`) },
    { title: t('publisher.inventory.stepName') },
    {
      title: t('publisher.inventory.stepReward'),
      skipped: isBanner,
      ...(isBanner ? { note: t('publisher.inventory.bannerNoReward') } : {}),
    },
  ]
  function handleNext() {
    if (step > 0 && form.validate().hasErrors) return
    if (step === (isBanner ? 1 : 2)) void create(product, form.getValues())
    else setStep(step + 1)
  }
  const leads = [
    t('publisher.inventory.typeLead'),
    t('publisher.inventory.nameLead'),
    t('publisher.inventory.rewardLead'),
  ]
  return (
    <Wizard
      title={t('publisher.inventory.createTitle')}
      steps={steps}
      current={step}
      lead={leads[step]}
      finish={t('publisher.create')}
      pending={pending}
      onPrevious={() => setStep(step - 1)}
      onNext={handleNext}
      onClose={close}
    >
      {step === 0 ? <Formats product={product} onChange={choose} /> : null}
      {step === 1 ? (
        <TextField label={t('publisher.inventory.name')} required {...form.getInputProps('name')} />
      ) : null}
      {step === 2 ? <RewardFields form={form} /> : null}
    </Wizard>
  )
}
