import { IconShieldCheck, IconX } from '@tabler/icons-react'
import { invalidTraffic, type Received } from '@voltline/contract'
import { useSearchParams } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useSearchDays } from '../../api/search-days.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useRuleTexts } from '../../i18n/rule-texts.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DateRange } from '../../ui/dates/date-range.tsx'
import { useSearchRange } from '../../ui/dates/search-range.ts'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './operator.module.css'

type Answer = Received<typeof invalidTraffic>
type Rule = Answer['rules'][number]
type Unit = Answer['units'][number]

/** One rule and one unit can be picked; both are kept in the URL. */
function usePicks() {
  const [query, setQuery] = useSearchParams()
  const unit = query.get('mediumID')
  const linkWith = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    next.set(name, value)
    return `?${next}`
  }
  const clear = () =>
    setQuery((before) => {
      before.delete('reason')
      before.delete('mediumID')
      return before
    })
  return {
    reason: query.get('reason') ?? '',
    mediumID: unit === null || !/^\d{1,9}$/.test(unit) ? undefined : Number(unit),
    linkWith,
    clear,
  }
}

function RuleTable({ rules, linkWith }: { rules: readonly Rule[] | undefined; linkWith: LinkWith }) {
  const { t, number, percent } = useI18n()
  const { name: ruleName } = useRuleTexts()
  const all = rules?.reduce((sum, entry) => sum + entry.Count, 0) ?? 0
  const columns: readonly Column<Rule>[] = [
    { key: 'rule', head: t('operator.invalid.rule'), name: true, cell: (rule) => ruleName(rule.Reason) },
    { key: 'count', head: t('operator.count'), align: 'right', cell: (rule) => number(rule.Count) },
    {
      key: 'share',
      head: t('operator.share'),
      align: 'right',
      cell: (rule) => percent(rule.Count / Math.max(1, all), { decimals: 1 }),
    },
  ]
  return (
    <Card pad="none" label={t('operator.invalid.byRule')}>
      <h2 className={classes.tableTitle}>{t('operator.invalid.byRule')}</h2>
      <DataTable
        label={t('operator.invalid.byRule')}
        columns={columns}
        rows={rules}
        rowKey={(rule) => rule.Reason}
        rowLink={(rule) => linkWith('reason', rule.Reason)}
        empty={<None />}
      />
    </Card>
  )
}

type LinkWith = (name: string, value: string) => string

function None() {
  const { t } = useI18n()
  return <Empty icon={<IconShieldCheck size={20} stroke={1.75} />} title={t('operator.invalid.empty')} />
}

function UnitTable({ units, linkWith }: { units: readonly Unit[] | undefined; linkWith: LinkWith }) {
  const { t, number, percent } = useI18n()
  const columns: readonly Column<Unit>[] = [
    {
      key: 'unit',
      head: t('operator.invalid.unit'),
      name: true,
      cell: (unit) => (
        <>
          {unit.Name || t('operator.invalid.unknownUnit')}
          <span className={classes.second}>{unit.MediumID > 0 ? `ID ${unit.MediumID}` : '–'}</span>
        </>
      ),
    },
    { key: 'app', head: t('operator.invalid.app'), cell: (unit) => unit.App || '–' },
    { key: 'company', head: t('operator.company'), cell: (unit) => unit.Company || '–' },
    { key: 'count', head: t('operator.count'), align: 'right', cell: (unit) => number(unit.Count) },
    {
      key: 'events',
      head: t('operator.invalid.events'),
      align: 'right',
      cell: (unit) => number(unit.Events),
    },
    {
      key: 'share',
      head: t('operator.share'),
      align: 'right',
      cell: (unit) => percent(unit.Count / Math.max(1, unit.Count + unit.Events), { decimals: 1 }),
    },
  ]
  return (
    <Card pad="none" label={t('operator.invalid.byUnit')}>
      <h2 className={classes.tableTitle}>{t('operator.invalid.byUnit')}</h2>
      <DataTable
        label={t('operator.invalid.byUnit')}
        columns={columns}
        rows={units}
        rowKey={(unit) => unit.MediumID}
        rowLink={(unit) => linkWith('mediumID', String(unit.MediumID))}
        empty={<None />}
      />
    </Card>
  )
}

export function InvalidTraffic() {
  const { t, number } = useI18n()
  const { name: ruleName } = useRuleTexts()
  const { range, search, ...limit } = useSearchRange(0, useSearchDays())
  const { reason, mediumID, linkWith, clear } = usePicks()
  const { data } = useContractQuery(
    invalidTraffic,
    { startDate: range.start, endDate: range.end, reason, ...(mediumID === undefined ? {} : { mediumID }) },
    { keepLast: true },
  )
  const picked = [
    ...(reason ? [ruleName(reason)] : []),
    ...(mediumID === undefined ? [] : [`${t('operator.invalid.unit')} ${mediumID}`]),
  ].join(', ')
  return (
    <>
      <PageHead title={t('operator.invalid.title')} facts={t('operator.invalid.facts')} />
      <div className={shared.stack}>
        <DateRange value={range} {...limit} onSearch={search} />
        {picked ? (
          <div className={shared.row}>
            <b>{t('operator.invalid.only', { what: picked })}</b>
            <Button size="sm" icon={<IconX size={16} stroke={1.75} />} onClick={clear}>
              {t('operator.invalid.clear')}
            </Button>
          </div>
        ) : null}
        <Card pad="none">
          <Chart
            title={t('operator.invalid.byDay')}
            points={(data?.days ?? []).map((entry) => ({
              at: entry.Day,
              soFar: entry.Day === limit.today,
              values: { count: entry.Count },
            }))}
            series={[{ key: 'count', label: t('operator.count'), kind: 'bar' }]}
            format={(value) => number(value)}
          />
        </Card>
        <RuleTable rules={data?.rules} linkWith={linkWith} />
        <UnitTable units={data?.units} linkWith={linkWith} />
      </div>
    </>
  )
}
