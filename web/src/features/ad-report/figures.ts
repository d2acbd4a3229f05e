import { sumWon } from '../../ui/table/whole-won.ts'

/** The figures of a row in an advertiser's report; the cost and what was corrected are in won. */
export interface Figures {
  impression: number
  click: number
  ctr: number
  watch: number
  install: number
  action: number
  /** Events that were not charged. */
  invalid: number
  cost: number
  /** Prices that were credited; the cost is without them. */
  corrected: number
}

interface Answered {
  Impression: number
  Click: number
  CTR: number
  Watch: number
  Install: number
  Action: number
  Invalid: number
  Corrected: number
}

/** A row of a call; the name of its cost differs. */
export const toFigures = (row: Answered, cost: number): Figures => ({
  ...{ impression: row.Impression, click: row.Click, ctr: row.CTR },
  ...{ watch: row.Watch, install: row.Install, action: row.Action, invalid: row.Invalid },
  ...{ cost, corrected: row.Corrected },
})
export const metrics = ['cost', 'impression', 'click', 'ctr'] as const
export type Metric = (typeof metrics)[number]

/** The sum of rows, money to the micro-won; CTR is that of the whole. */
export function totalOf(rows: readonly Figures[]): Figures {
  const sum = (of: (row: Figures) => number) => rows.reduce((total, row) => total + of(row), 0)
  const impression = sum((row) => row.impression)
  const click = sum((row) => row.click)
  return {
    impression,
    click,
    ctr: impression === 0 ? 0 : click / impression,
    watch: sum((row) => row.watch),
    install: sum((row) => row.install),
    action: sum((row) => row.action),
    invalid: sum((row) => row.invalid),
    cost: sumWon(rows.map((row) => row.cost)),
    corrected: sumWon(rows.map((row) => row.corrected)),
  }
}

/** The figure that a chart plots; CTR in percent. */
export const plotted = (row: Figures, metric: Metric): number =>
  metric === 'ctr' ? row.ctr * 100 : row[metric]
