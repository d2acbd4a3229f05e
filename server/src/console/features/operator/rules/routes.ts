import { changeRule, qualityRules } from '@voltline/contract'
import { addDays, localDay, ok, refuse, seoul } from '@voltline/kernel'
import { audit } from '../../../../domain/audit/audit.ts'
import { countByRule } from '../../../../domain/quality/rules/rule-counts.ts'
import { ruleIds } from '../../../../domain/quality/rules/rules.ts'
import {
  insertRuleSetting,
  isRuleId,
  lockRuleSettings,
  readRuleHistory,
} from '../../../../domain/quality/rules/settings-store.ts'
import type { FeatureServices } from '../../../feature.ts'

const weekDays = 7

/** The rules by which billing judges traffic. */
export function registerOperatorRules({ handle, db, clock }: FeatureServices): void {
  handle(qualityRules, async () =>
    db.snapshot(async (session) => {
      const now = clock.now()
      const settings = (await readRuleHistory(session)).at(now)
      const end = localDay(now, seoul)
      const today = await countByRule(session, { zone: seoul, start: end, end })
      const week = await countByRule(session, { zone: seoul, start: addDays(end, 1 - weekDays), end })
      const rules = ruleIds.map((rule) => ({
        Rule: rule,
        Threshold: settings(rule).threshold,
        Mode: settings(rule).mode,
        Today: today.get(rule) ?? 0,
        Week: week.get(rule) ?? 0,
      }))
      return ok({ rules })
    }),
  )

  handle(changeRule, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const { rule } = input
      if (!isRuleId(rule)) return refuse('UNKNOWN', 'there is no such rule')
      await lockRuleSettings(tx)
      const now = clock.now()
      const known = (await readRuleHistory(tx)).at(now)(rule)
      if (input.threshold !== undefined && known.threshold === null) {
        return refuse('UNKNOWN', 'the rule has no threshold')
      }
      const changed = { threshold: input.threshold ?? known.threshold, mode: input.mode ?? known.mode }
      if (changed.threshold === known.threshold && changed.mode === known.mode) return ok({})
      await insertRuleSetting(tx, rule, { ...changed, since: now })
      const { threshold, mode } = known
      const was = { rule, threshold, mode }
      const became = { rule, ...changed }
      await audit(tx, { actor: session, action: changeRule.path, entity: 'rule', was, became, at: now })
      return ok({})
    }),
  )
}
