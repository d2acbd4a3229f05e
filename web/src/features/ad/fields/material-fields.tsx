import { Progress } from '@mantine/core'
import { limits, type Product } from '@voltline/contract'
import type { ReactNode } from 'react'
import { useI18n } from '../../../i18n/i18n.ts'
import shared from '../../../ui/theme/shared.module.css'
import { Upload } from '../../../ui/upload/upload.tsx'
import classes from '../ad.module.css'
import type { Materials } from './use-materials.ts'

const labelOf = {
  BANNER: 'ad.material.pictures',
  INTERSTITIAL: 'ad.material.picture',
  VIDEO: 'ad.material.video',
} as const
const ruleOf = {
  BANNER: 'ad.material.bannerRule',
  INTERSTITIAL: 'ad.material.interstitialRule',
  VIDEO: 'ad.material.videoRule',
} as const

function Encoding({ attempt }: { attempt: number }) {
  const { t } = useI18n()
  const all = limits.encodePollTriesMax
  const says = t('ad.material.encoding', { attempt, all })
  return (
    <div className={classes.encoding} role="status">
      <span className={shared.hint}>{says}</span>
      <Progress value={(attempt / all) * 100} size={6} animated aria-label={says} color="var(--line)" />
    </div>
  )
}

/** The files of an ad; the key on the product keeps the fields of one from the other. */
export function MaterialFields(props: {
  product: Product
  materials: Materials
  error?: ReactNode
  disabled?: boolean
}) {
  const { t } = useI18n()
  const { product, materials } = props
  return (
    <>
      <Upload
        key={product}
        label={t(labelOf[product])}
        hint={t(ruleOf[product])}
        required
        uploads={materials.uploads}
        types={materials.types}
        multiple={materials.filesMax > 1}
        error={props.error}
        disabled={props.disabled ?? false}
      />
      {materials.encodingLook > 0 ? <Encoding attempt={materials.encodingLook} /> : null}
    </>
  )
}
