import { IconDownload, IconPhoto } from '@tabler/icons-react'
import { type ChartType, chartSignedUrl, chartTypes } from '@voltline/contract'
import type { ReactNode, RefObject } from 'react'
import { useContractMutation } from '../../api/mutation.ts'
import { putFile } from '../../api/upload.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { chartPng, download } from '../../ui/chart/chart-png.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Segment } from '../../ui/controls/segment.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { Tiles } from '../../ui/page/tiles.tsx'
import type { Column } from '../../ui/table/table.tsx'
import type { Figures } from './figures.ts'

export function useFigureColumns<R extends Figures>(): readonly Column<R>[] {
  const { t } = useI18n()
  const cells = useFigureCells()
  return (['revenue', 'ecpm', 'impressions', 'installs', 'ctr'] as const).map((key) => ({
    key,
    head: t(`publisher.report.${key}`),
    align: 'right',
    cell: (row: R) => cells(row)[key],
  }))
}

/** The headings of a file, as the table has them. */
export function useFigureHeads(): readonly string[] {
  const { t } = useI18n()
  return (['revenue', 'ecpm', 'impressions', 'installs', 'ctr'] as const).map((key) =>
    t(`publisher.report.${key}`),
  )
}

/** The figures of a row in a file: rates in percent, amounts exact. */
export const csvFigures = (row: Figures) => [
  row.Revenue,
  row.eCPM,
  row.Impressions,
  row.Installs,
  row.CTR * 100,
]

/** A row's formatted figures by column, also for child rows and the total. */
export function useFigureCells() {
  const { number, percent } = useI18n()
  return (row: Figures) => ({
    revenue: number(row.Revenue),
    ecpm: number(row.eCPM),
    impressions: number(row.Impressions),
    installs: number(row.Installs),
    ctr: percent(row.CTR),
  })
}

export function TotalTiles({ total }: { total: Figures }) {
  const { t, number, percent } = useI18n()
  return (
    <Tiles
      label={t('publisher.report.totals')}
      tiles={[
        {
          key: 'revenue',
          label: t('publisher.report.metric.revenue'),
          figure: number(total.Revenue),
          unit: t('ui.krw'),
        },
        {
          key: 'ecpm',
          label: t('publisher.report.metric.ecpm'),
          figure: number(total.eCPM),
          unit: t('ui.krw'),
        },
        { key: 'impressions', label: t('publisher.report.impressions'), figure: number(total.Impressions) },
        { key: 'installs', label: t('publisher.report.installs'), figure: number(total.Installs) },
        { key: 'ctr', label: t('publisher.report.metric.ctr'), figure: percent(total.CTR), unit: '%' },
      ]}
    />
  )
}

export function MetricPicker(props: { value: ChartType; onChange: (value: ChartType) => void }) {
  const { t } = useI18n()
  return (
    <Segment
      label={t('publisher.report.chart')}
      value={props.value}
      options={chartTypes.map((value) => ({ value, label: t(`publisher.report.metric.${value}`) }))}
      onChange={props.onChange}
    />
  )
}

/** Formats a plotted figure with its unit. */
export function useMetricFormat(metric: ChartType): (value: number) => string {
  const { money, number } = useI18n()
  if (metric === 'impression') return (value) => number(value)
  if (metric === 'ctr') return (value) => `${value.toFixed(2)}%`
  return (value) => money(value)
}

export function CsvButton({ onClick }: { onClick: () => void }) {
  const { t } = useI18n()
  return (
    <Button icon={<IconDownload size={18} stroke={1.75} />} onClick={onClick}>
      {t('publisher.report.csv')}
    </Button>
  )
}

/** Uploads the chart's picture by the documented call, then downloads it under its name. */
export function PngButton(props: { plot: RefObject<HTMLDivElement | null>; name: string }): ReactNode {
  const { t } = useI18n()
  const sign = useContractMutation(chartSignedUrl)
  async function handleSave() {
    const picture = props.plot.current ? await chartPng(props.plot.current) : null
    if (!picture) return
    const link = await sign.send({})
    if (!link) return
    const file = new File([picture], props.name, { type: 'image/png' })
    if (!(await putFile(link.uploadURL, file, () => {}))) return showAlert(t('ui.upload.failed'))
    download(picture, props.name)
    showToast(t('publisher.report.saved'))
  }
  return (
    <Button icon={<IconPhoto size={18} stroke={1.75} />} pending={sign.isPending} onClick={handleSave}>
      {t('publisher.report.png')}
    </Button>
  )
}
