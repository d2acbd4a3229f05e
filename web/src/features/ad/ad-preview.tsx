import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Segment } from '../../ui/controls/segment.tsx'
import { PhoneFrame } from '../../ui/pictures/phone-frame.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './ad.module.css'
import type { AdValues } from './ad-values.ts'
import type { Materials } from './fields/use-materials.ts'

/** The addresses of the uploaded files. A video's own preview is only its first frame. */
function sourcesOf(materials: Materials, isVideo: boolean): string[] {
  return materials.uploads.items
    .filter((item) => item.state !== 'refused')
    .flatMap(({ preview, stored }) => (preview && !isVideo ? [preview] : stored ? [`/files/${stored}`] : []))
}

function StoreLine({ values }: { values: AdValues }) {
  const { t } = useI18n()
  if (!values.title.trim()) return null
  const facts = [
    values.genres.split(',')[0]?.trim(),
    values.show && values.score !== '' ? `★ ${values.score}` : '',
    values.show && values.platform !== 'IOS' ? values.installs : '',
    values.free ? t('ad.store.free') : '',
  ].filter(Boolean)
  return (
    <div className={classes.previewStore}>
      <b>{values.title}</b>
      <span>{facts.join(' · ')}</span>
    </div>
  )
}

function Shown({ values, source }: { values: AdValues; source: string }) {
  const { product, name } = values
  if (product === 'VIDEO') {
    return (
      <>
        <video key={source} src={source} muted autoPlay loop playsInline aria-label={name} />
        <StoreLine values={values} />
      </>
    )
  }
  return <img src={source} alt={name} />
}

/** The ad on a phone, from the form's current values. */
export function AdPreview({ values, materials }: { values: AdValues; materials: Materials }) {
  const { t } = useI18n()
  const [landscape, setLandscape] = useState(false)
  const sources = sourcesOf(materials, values.product === 'VIDEO')
  // A banner's second picture is the wide one, for a phone held on its side.
  const source = landscape ? (sources[1] ?? sources[0]) : sources[0]
  return (
    <div className={classes.preview}>
      <div className={`${shared.row} ${classes.previewHead}`}>
        <h4>{t('ad.preview.title')}</h4>
        <Segment
          label={t('ad.preview.orientation')}
          value={landscape ? 'landscape' : 'portrait'}
          options={[
            { value: 'portrait', label: t('ad.preview.portrait') },
            { value: 'landscape', label: t('ad.preview.landscape') },
          ]}
          onChange={(value) => setLandscape(value === 'landscape')}
        />
      </div>
      <PhoneFrame label={t('ad.preview.frame')} landscape={landscape}>
        <div className={classes.phone} data-product={values.product} data-landscape={landscape || undefined}>
          {values.product === 'BANNER' ? <div className={classes.phoneApp} aria-hidden="true" /> : null}
          <div className={classes.phonePlace}>
            {source ? <Shown values={values} source={source} /> : <p>{t('ad.preview.none')}</p>}
          </div>
          <span className={classes.phoneMark}>{t('ad.preview.ad')}</span>
          {values.product === 'BANNER' ? null : (
            <span className={classes.phoneClose} aria-hidden="true">
              <IconX size={16} />
            </span>
          )}
        </div>
      </PhoneFrame>
      <p className={shared.hint}>{t('ad.preview.note')}</p>
    </div>
  )
}
