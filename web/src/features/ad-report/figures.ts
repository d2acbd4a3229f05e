import { sumWon } from '../../ui/table/whole-won.ts'

/** The figures of a row in an advertiser's report; the cost is in won. */
export interface Figures {
  impression: number
  click: number
  ctr: number
  cost: number
}
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
    cost: sumWon(rows.map((row) => row.cost)),
  }
}

/** The figure that a chart plots; CTR in percent. */
export const plotted = (row: Figures, metric: Metric): number =>
  metric === 'ctr' ? row.ctr * 100 : row[metric]
