import { Progress } from '@mantine/core'
import { campaignSummary, getAd, getCampaign, listAds, modifyAd } from '@voltline/contract'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { raise } from '../../api/failure.ts'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { askConfirm, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { DetailDrawer } from '../../ui/drawer/detail-drawer.tsx'
import { OverlaySection } from '../../ui/drawer/overlay.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './ad.module.css'
import { type Ad, type AdForm, type AdValues, materialsOf, sentOf, valuesOfAd } from './ad-values.ts'
import { AppFields, BidFields, CommentField, LimitFields } from './fields/ad-fields.tsx'
import { BidRange } from './fields/bid-range.tsx'
import { MaterialFields } from './fields/material-fields.tsx'
import { ScheduleFields } from './fields/schedule-fields.tsx'
import { isInStore, StoreFields } from './fields/store-fields.tsx'
import { type Materials, useAllMaterials } from './fields/use-materials.ts'
import { Measurement } from './measurement.tsx'
import { RunButton, StatusGlyph, WinningChip } from './run-control.tsx'

const formId = 'ad-detail'

export function AdDetail() {
  const { id = '' } = useParams()
  const proID = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
  const { data } = useContractQuery(getAd, { proID }, { enabled: proID > 0, alertAs: 'UNKNOWN' })
  const missing = proID === 0 || data?.ad === null
  useEffect(() => {
    if (missing) raise({ type: 'NOT_FOUND' })
  }, [missing])
  // A change in another tab resets the form; starting and stopping does not.
  return data?.ad ? <Detail key={data.ad.UpdateTime} ad={data.ad} /> : null
}

function Spent({ label, amount, limit }: { label: string; amount: number; limit: number }) {
  const { t, number, money } = useI18n()
  return (
    <div className={classes.spent}>
      <span className={shared.quiet}>{label}</span>
      <span>
        <b>{number(amount)}</b>{' '}
        <span className={shared.quiet}>{t('ad.detail.of', { limit: money(limit) })}</span>
      </span>
      <Progress
        value={limit === 0 ? 0 : (amount / limit) * 100}
        size={6}
        aria-label={label}
        color="var(--line)"
      />
    </div>
  )
}

function Facts({ ad }: { ad: Ad }) {
  const { t, dateTime } = useI18n()
  const facts = [
    [t('ad.detail.product'), t(`ad.product.${ad.Product}`)],
    [t('ad.detail.billingType'), ad.BillingType],
    [t('ad.review.title'), t(`ad.review.${ad.Review}`)],
    [t('advertiser.registered'), dateTime(ad.RegistTime)],
    [t('advertiser.updated'), dateTime(ad.UpdateTime)],
  ]
  return (
    <dl className={shared.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function useModify(ad: Ad, form: AdForm, materials: Materials) {
  const { t } = useI18n()
  const modify = useContractMutation(modifyAd, { refreshes: [getAd, listAds, campaignSummary] })
  async function save(values: AdValues) {
    if (ad.Product === 'VIDEO' && values.storeURL.trim() && !isInStore(values)) {
      return showAlert(t('ad.store.invalidUrl'))
    }
    const sure = await askConfirm({
      title: t('ad.detail.modifyQuestion', { name: ad.Name }),
      effect: t('ad.detail.modifyEffect'),
      verb: t('advertiser.modify'),
    })
    if (!sure) return
    const sent = { proID: ad.ProID, product: ad.Product, ...sentOf(values, materials.filenames) }
    const answer = await modify.send({ ...sent, gmID: ad.GmID, audID: ad.AudID })
    if (!answer) return
    form.resetDirty()
    showToast(t('advertiser.modified'))
  }
  return { save, pending: modify.isPending }
}

const isChanged = (ad: Ad, form: AdForm, materials: Materials): boolean =>
  form.isDirty() || materials.filenames.join('/') !== materialsOf(ad).join('/')

/** Why Save changes is off; null when it can be pressed. */
function whyOff(ad: Ad, form: AdForm, materials: Materials): TextKey | null {
  if (ad.Status === 'INPROGRESS') return 'ad.detail.inProgress'
  if (ad.Status === 'COMPLETE') return 'ad.detail.complete'
  if (materials.uploads.sending) return 'ad.material.stillSending'
  if (materials.filenames.length === 0) return 'ad.material.needed'
  if (Object.keys(form.errors).length > 0) return 'advertiser.hasErrors'
  return isChanged(ad, form, materials) ? null : 'advertiser.unchanged'
}

function Sections({ ad, form, materials }: { ad: Ad; form: AdForm; materials: Materials }) {
  const { t } = useI18n()
  const { data } = useContractQuery(getCampaign, { campID: ad.CampID }, { loads: 'part' })
  const type = data?.campaign?.CampType
  const editable = ad.Status === 'FIRST' || ad.Status === 'WAITING'
  return (
    <>
      <OverlaySection title={t('ad.detail.materialSection')}>
        <div className={shared.form}>
          <CommentField form={form} />
          <MaterialFields
            product={ad.Product}
            materials={materials}
            disabled={!editable}
            error={materials.filenames.length === 0 ? t('ad.material.needed') : undefined}
          />
          <AppFields form={form} platformFixed={type !== 'BOTH' && type !== 'WEB'} />
        </div>
      </OverlaySection>
      {ad.Product === 'VIDEO' ? (
        <OverlaySection title={t('ad.wizard.steps.store')}>
          <div className={shared.form}>
            <StoreFields form={form} material0={materials.filenames[0] ?? ''} />
          </div>
        </OverlaySection>
      ) : null}
      <OverlaySection title={t('ad.wizard.steps.schedule')}>
        <ScheduleFields form={form} />
      </OverlaySection>
      <OverlaySection title={t('ad.wizard.steps.limits')}>
        <LimitFields form={form} budget={data?.campaign?.Budget} />
      </OverlaySection>
      <OverlaySection title={t('ad.wizard.steps.bid')}>
        {editable ? <BidRange form={form} fills={false} /> : null}
        <BidFields form={form} />
      </OverlaySection>
    </>
  )
}

/** An address without a campaign shows the ad over the list of its own campaign. */
function useListOf(ad: Ad): void {
  const [query, setQuery] = useSearchParams()
  const isMissing = !query.has('campID')
  useEffect(() => {
    if (isMissing) setQuery({ ...Object.fromEntries(query), campID: String(ad.CampID) }, { replace: true })
  }, [isMissing, query, setQuery, ad.CampID])
}

function Detail({ ad }: { ad: Ad }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { search } = useLocation()
  const form = useContractForm<AdValues>((forms) => forms.adForm, valuesOfAd(ad))
  const materials = useAllMaterials({ [ad.Product]: materialsOf(ad) })[ad.Product]
  const { save, pending } = useModify(ad, form, materials)
  useListOf(ad)
  function close() {
    const query = new URLSearchParams(search)
    if (!query.has('campID')) query.set('campID', String(ad.CampID))
    void navigate(`/ad-ad?${query}`)
  }
  const off = whyOff(ad, form, materials)
  const closed = ad.Status === 'INPROGRESS' || ad.Status === 'COMPLETE'
  return (
    <DetailDrawer
      title={ad.Name}
      lead={<StatusGlyph status={ad.Status} />}
      facts={
        <>
          {t('ad.detail.in')}{' '}
          <Link className={classes.campaignLink} to={`/ad-campaign/${ad.CampID}`}>
            {ad.CampName}
          </Link>{' '}
          · ID <Copyable value={String(ad.ProID)} label={t('ad.detail.id')} />
        </>
      }
      actions={
        <>
          {ad.Status === 'INPROGRESS' && ad.Winning === 1 ? <WinningChip /> : null}
          <RunButton ad={{ id: ad.ProID, name: ad.Name, status: ad.Status, review: ad.Review }} />
        </>
      }
      unsaved={!closed && isChanged(ad, form, materials)}
      onClose={close}
      formId={formId}
      verb={t('advertiser.modify')}
      pending={pending}
      disabledBecause={off ? t(off) : undefined}
    >
      {closed ? (
        <Banner tone="warn">
          {t(ad.Status === 'INPROGRESS' ? 'ad.detail.inProgress' : 'ad.detail.complete')}
        </Banner>
      ) : null}
      {ad.Review === 'REJECTED' ? (
        <Banner tone="bad">
          {t('ad.review.rejectedBanner')}
          <br />
          <b className={classes.reason}>{ad.ReviewReason}</b>
        </Banner>
      ) : null}
      <Facts ad={ad} />
      <div className={classes.spents}>
        <Spent label={t('ad.detail.spentToday')} amount={ad.SpentToday} limit={ad.DayLimit} />
        <Spent label={t('ad.detail.spent')} amount={ad.Spent} limit={ad.BudgetLimit} />
      </div>
      <form id={formId} noValidate onSubmit={form.submit(save)}>
        <fieldset className={classes.sections} disabled={closed}>
          <Sections ad={ad} form={form} materials={materials} />
        </fieldset>
      </form>
      <Measurement />
    </DetailDrawer>
  )
}
