import { addMedium, listMedia, type Product, products, publisherHome } from '@voltline/contract'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { CardChoice } from '../../ui/controls/card-choice.tsx'
import { nowText } from '../../ui/dates/now-text.ts'
import { askConfirm, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { Wizard } from '../../ui/drawer/wizard.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { FormatPicture } from '../../ui/pictures/format-picture.tsx'
import { lacksCount, type MediumValues, RewardFields } from './reward-fields.tsx'

const textOf = {
  BANNER: 'publisher.inventory.bannerText',
  INTERSTITIAL: 'publisher.inventory.interstitialText',
  VIDEO: 'publisher.inventory.videoText',
} as const

/** The fields of each step. */
const fieldsOf: readonly (readonly (keyof MediumValues)[])[] = [[], ['name'], ['name', 'reward']]

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
  const form = useContractForm<MediumValues>((forms) => forms.unitForm, {
    name: defaultName('BANNER'),
    reward: '',
    rewards: '',
  })
  /** The default name follows the type until the publisher types a name. */
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
  const add = useContractMutation(addMedium, { refreshes: [listMedia, publisherHome] })
  async function create(product: Product, values: MediumValues) {
    const isBanner = product === 'BANNER'
    if (!isBanner && lacksCount(values)) return showAlert(t('publisher.inventory.rewardsNeeded'))
    const sure = await askConfirm({
      title: t('publisher.inventory.addQuestion', { name: values.name.trim() }),
      effect: t('publisher.inventory.addEffect'),
      verb: t('publisher.create'),
    })
    if (!sure) return
    const { name, reward, rewards } = isBanner ? { ...values, reward: '', rewards: '' } : values
    if (!(await add.send({ appID, name, product, reward, rewards }))) return
    showToast(t('publisher.unitCreated'))
    onDone()
  }
  return { create, pending: add.isPending }
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
  async function handleNext() {
    if (!(await form.checkFields(fieldsOf[step] ?? []))) return
    if (step === (isBanner ? 1 : 2)) await create(product, form.getValues())
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
      onNext={() => void handleNext()}
      unsaved={form.isDirty() || product !== 'BANNER'}
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
