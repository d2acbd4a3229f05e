import { type Micros, noMoney } from '@voltline/kernel'
import { ctr } from './figures.ts'
import type { Counts } from './rollup/read-figures.ts'

/** The counts of an advertiser's report in the names of the wire; the name of the cost differs between the calls. */
export const toAdFigures = (figures: Counts, correctedMicros: Micros = noMoney) => ({
  Impression: figures.impressions,
  Click: figures.clicks,
  CTR: ctr(figures),
  Watch: figures.watches,
  Install: figures.installs,
  Action: figures.actions,
  Corrected: correctedMicros,
})
