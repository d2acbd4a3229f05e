import { ctr } from './figures.ts'
import type { Counts } from './rollup/read-figures.ts'
import type { UnchargedFigures } from './rollup/uncharged.ts'

/** The counts of an advertiser's report in the names of the wire; the name of the cost differs between the calls. */
export const toAdFigures = (figures: Counts, uncharged: UnchargedFigures) => ({
  Impression: figures.impressions,
  Click: figures.clicks,
  CTR: ctr(figures),
  Watch: figures.watches,
  Install: figures.installs,
  Action: figures.actions,
  Invalid: uncharged.invalid,
  Corrected: uncharged.correctedMicros,
})
