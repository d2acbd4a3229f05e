import type { Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { RuleSettingRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { defaultSetting, type RuleId, type RuleSetting, ruleIds, type Settings } from './rules.ts'

interface SettingSince extends RuleSetting {
  since: Instant
}

/** The settings of every rule at any time: an event is judged by those of its own arrival. */
export class RuleHistory {
  /** Newest first. */
  readonly #changes = new Map<string, SettingSince[]>()

  constructor(rows: readonly RuleSettingRow[] = []) {
    for (const { rule, since, threshold, mode } of rows) {
      const known = this.#changes.get(rule) ?? []
      known.push({ since, threshold, mode })
      this.#changes.set(rule, known)
    }
  }

  at(now: Instant): Settings {
    return (rule) => this.#changes.get(rule)?.find(({ since }) => since <= now) ?? defaultSetting(rule)
  }
}

/** Few rows: one for each change that an operator has made. */
export const readRuleHistory = async (session: ReadSession): Promise<RuleHistory> =>
  new RuleHistory(
    await session.rows(sql<RuleSettingRow>`
      select rule, since, threshold, mode from rule_setting order by rule, since desc`),
  )

export const isRuleId = (text: string): text is RuleId => ruleIds.some((rule) => rule === text)

/** Changes are made one after the other. Unique among the advisory locks of the program. */
export async function lockRuleSettings(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7305811131)`)
}

/** Changes made one after the other have different times; a second one within a millisecond replaces none. */
export async function insertRuleSetting(
  tx: Tx,
  rule: RuleId,
  { threshold, mode, since }: SettingSince,
): Promise<void> {
  await tx.run(sql`
    insert into rule_setting (rule, since, threshold, mode)
    values (${rule}, greatest(${at(since)}::timestamptz,
                              (select max(since) + interval '1 ms' from rule_setting where rule = ${rule})),
            ${threshold}, ${mode})`)
}
