import { IconExternalLink, IconListCheck } from '@tabler/icons-react'
import { qualityRules, type Received, trafficRuleDefaults, trafficRules } from '@voltline/contract'
import { useSearchParams } from 'react-router'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useRuleTexts } from '../../../i18n/rule-texts.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { Chip } from '../../../ui/page/chip.tsx'
import { Empty } from '../../../ui/page/empty.tsx'
import { PageHead } from '../../../ui/page/page.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import classes from './quality.module.css'
import { RuleDetail } from './rule-detail.tsx'

export type Rule = Received<typeof qualityRules>['rules'][number]

export function ModeChip({ mode }: { mode: Rule['Mode'] }) {
  const { t } = useI18n()
  return <Chip tone={mode === 'ENFORCE' ? 'ok' : 'warn'}>{t(`quality.rules.modeOf.${mode}`)}</Chip>
}

/** The default of a rule's threshold; null if it has none. */
export const defaultOf = (rule: string): number | null => {
  const known = trafficRules.find((name) => name === rule)
  return known ? trafficRuleDefaults[known].threshold : null
}

/** In place of the unit's full name, which a phone has no room for, the cell says what the number counts. */
function Threshold({ rule }: { rule: Rule }) {
  const { t } = useI18n()
  const { amount } = useRuleTexts()
  if (rule.Threshold === null) return <span className={classes.second}>–</span>
  const usual = defaultOf(rule.Rule)
  return (
    <>
      <b className={classes.threshold}>{amount(rule.Rule, rule.Threshold)}</b>
      {usual === rule.Threshold ? null : (
        <span className={classes.second}>
          {t('quality.rules.unchanged', { amount: amount(rule.Rule, usual) })}
        </span>
      )}
    </>
  )
}

function useColumns(rules: readonly Rule[] | undefined): readonly Column<Rule>[] {
  const { t, number } = useI18n()
  const { name, explain } = useRuleTexts()
  const most = Math.max(1, ...(rules ?? []).map((rule) => rule.Week))
  return [
    {
      key: 'rule',
      head: t('quality.rules.rule'),
      name: true,
      cell: (rule) => name(rule.Rule),
      under: (rule) => <small className={classes.explain}>{explain(rule.Rule, rule.Threshold)}</small>,
    },
    {
      key: 'threshold',
      head: t('quality.rules.threshold'),
      cell: (rule) => <Threshold rule={rule} />,
    },
    {
      key: 'mode',
      head: t('quality.rules.mode'),
      card: 'act',
      cell: (rule) => <ModeChip mode={rule.Mode} />,
    },
    { key: 'today', head: t('quality.rules.today'), align: 'right', cell: (rule) => number(rule.Today) },
    {
      key: 'week',
      head: t('quality.rules.week'),
      align: 'right',
      cell: (rule) => (
        <span className={classes.week}>
          {number(rule.Week)}
          <span className={classes.bar} aria-hidden="true">
            <i style={{ width: `${(rule.Week / most) * 100}%` }} />
          </span>
        </span>
      ),
    },
  ]
}

/** Every rule with its settings and counts; the open one is kept in the URL. */
export function Rules() {
  const { t } = useI18n()
  const [query, setQuery] = useSearchParams()
  const { data } = useContractQuery(qualityRules, {})
  const columns = useColumns(data?.rules)
  const open = data?.rules.find((rule) => rule.Rule === query.get('rule'))
  return (
    <>
      <PageHead
        title={t('quality.rules.title')}
        facts={t('quality.rules.facts')}
        actions={
          <ButtonLink to="/quality" outside icon={<IconExternalLink size={18} stroke={1.75} />}>
            {t('quality.rules.public')}
          </ButtonLink>
        }
      />
      <Card pad="none">
        <DataTable
          label={t('quality.rules.title')}
          columns={columns}
          rows={data?.rules}
          rowKey={(rule) => rule.Rule}
          rowLink={(rule) => `?rule=${rule.Rule}`}
          empty={<Empty icon={<IconListCheck size={20} stroke={1.75} />} title={t('ui.nothing')} />}
        />
      </Card>
      {open ? <RuleDetail key={open.Rule} rule={open} onClose={() => setQuery({})} /> : null}
    </>
  )
}
