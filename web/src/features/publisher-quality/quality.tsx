import { IconExternalLink, IconShieldCheck } from '@tabler/icons-react'
import { listAllApps, publisherQuality, type Received } from '@voltline/contract'
import { addDays, isDay } from '@voltline/kernel'
import { useSearchParams } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useSearchDays } from '../../api/search-days.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useRuleTexts } from '../../i18n/rule-texts.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { DateRange } from '../../ui/dates/date-range.tsx'
import type { DayRange } from '../../ui/dates/range.ts'
import { useSearchRange } from '../../ui/dates/search-range.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { Tiles } from '../../ui/page/tiles.tsx'
import { SubRow } from '../../ui/table/sub-rows.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { sumWon } from '../../ui/table/whole-won.ts'
import shared from '../../ui/theme/shared.module.css'
import { Cases } from './cases.tsx'
import { byRuleAndUnit, daysByRule, type InvalidCount, otherRules, type RuleUnits } from './figures.ts'
import classes from './quality.module.css'

type Answer = Received<typeof publisherQuality>

function daysIn({ start, end }: DayRange): string[] {
  const days: string[] = []
  if (!isDay(start) || !isDay(end)) return days
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day)
  return days
}

function DaysChart({ list, range }: { list: readonly InvalidCount[]; range: DayRange }) {
  const { t, number } = useI18n()
  const texts = useRuleTexts()
  const { rules, days } = daysByRule(list, daysIn(range))
  const nameOf = (rule: string) => (rule === otherRules ? t('publisher.quality.other') : texts.name(rule))
  return (
    <Card pad="none">
      <Chart
        title={t('publisher.quality.byDay')}
        points={days.map(({ day, counts }) => ({ at: day, values: counts }))}
        series={rules.map((rule) => ({ key: rule, label: nameOf(rule), kind: 'stack' }))}
        format={(value) => number(value)}
      />
    </Card>
  )
}

/** Rules, each of which opens into its units. */
function RuleTable({ list }: { list: readonly InvalidCount[] | undefined }) {
  const { t, number } = useI18n()
  const texts = useRuleTexts()
  const rows = list && byRuleAndUnit(list)
  const all = rows?.reduce((sum, { count }) => sum + count, 0) ?? 0
  const columns: readonly Column<RuleUnits>[] = [
    { key: 'rule', head: t('publisher.quality.rule'), name: true, cell: ({ rule }) => texts.name(rule) },
    {
      key: 'about',
      head: '',
      card: 'none',
      cell: ({ rule }) => (
        <a href={`/quality#${rule}`} target="_blank" rel="noreferrer">
          {t('publisher.quality.explained')}
        </a>
      ),
    },
    {
      key: 'count',
      head: t('publisher.quality.events'),
      align: 'right',
      card: 'right',
      cell: ({ count }) => number(count),
    },
  ]
  return (
    <Card pad="none" label={t('publisher.quality.byRule')}>
      <h2 className={classes.tableTitle}>{t('publisher.quality.byRule')}</h2>
      <DataTable
        label={t('publisher.quality.byRule')}
        columns={columns}
        rows={rows}
        rowKey={({ rule }) => rule}
        subRows={({ units }) =>
          units.map((unit) => (
            <SubRow key={unit.medID} level={1} cells={{ rule: unit.name, count: number(unit.count) }} />
          ))
        }
        total={{ rule: t('ui.total'), count: number(all) }}
        empty={
          <Empty
            icon={<IconShieldCheck size={20} stroke={1.75} />}
            title={t('publisher.quality.noInvalid')}
          />
        }
      />
    </Card>
  )
}

function Totals({ answer }: { answer: Answer }) {
  const { t, number } = useI18n()
  const open = answer.cases.filter(({ Status }) => Status === 'OPEN')
  return (
    <Tiles
      label={t('publisher.quality.totals')}
      tiles={[
        {
          key: 'invalid',
          label: t('publisher.quality.invalid'),
          figure: number(answer.list.reduce((sum, { Count }) => sum + Count, 0)),
          hint: t('publisher.quality.invalidHint'),
        },
        { key: 'open', label: t('publisher.quality.openCases'), figure: number(open.length) },
        {
          key: 'held',
          label: t('publisher.quality.held'),
          figure: number(sumWon(open.map(({ Amount }) => Amount))),
          unit: t('ui.krw'),
          hint: t('publisher.quality.heldHint'),
        },
      ]}
    />
  )
}

/** The app is kept in the URL; without one, all apps. */
function useApp() {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('appID') ?? ''
  const choose = (id: string) =>
    setQuery((before) => {
      if (id === '') before.delete('appID')
      else before.set('appID', id)
      return before
    })
  return { appID: /^[1-9]\d{0,8}$/.test(asked) ? asked : '', choose }
}

/** What did not count and why, and what is held or was taken back. */
export function PublisherQuality() {
  const { t } = useI18n()
  const user = useSession()?.user
  const { range, search, ...limit } = useSearchRange(user?.TimezoneOffset ?? 0, useSearchDays())
  const { appID, choose } = useApp()
  const apps = useContractQuery(listAllApps, {}, { loads: 'background' }).data?.apps ?? []
  const { data } = useContractQuery(
    publisherQuality,
    { startDate: range.start, endDate: range.end, ...(appID ? { appID } : {}) },
    { keepLast: true },
  )
  return (
    <>
      <PageHead
        title={t('publisher.quality.title')}
        facts={t('publisher.quality.facts')}
        actions={
          <ButtonLink to="/quality" outside icon={<IconExternalLink size={18} stroke={1.75} />}>
            {t('publisher.quality.rules')}
          </ButtonLink>
        }
      />
      <div className={shared.stack}>
        <Card pad="none">
          <div className={`${shared.filters} ${classes.range}`}>
            <SelectField
              label={t('publisher.quality.app')}
              value={appID}
              data={[
                { value: '', label: t('publisher.quality.allApps') },
                ...apps.map((app) => ({ value: String(app.AppID), label: app.Name })),
              ]}
              onChange={(value) => choose(value ?? '')}
            />
            <DateRange value={range} {...limit} onSearch={search} />
          </div>
        </Card>
        {data ? <Totals answer={data} /> : null}
        {data && data.cases.length > 0 ? <Cases cases={data.cases} /> : null}
        {data && data.list.length > 0 ? <DaysChart list={data.list} range={range} /> : null}
        <RuleTable list={data?.list} />
      </div>
    </>
  )
}
