import { type Instant, second } from '@voltline/kernel'
import type { Settings } from '../../domain/quality/rules/rules.ts'
import { RuleHistory, readRuleHistory } from '../../domain/quality/rules/settings-store.ts'
import type { Database } from '../../platform/database/database.ts'

const refreshMs = 2 * second

/** The rules' settings as this process knows them, at most a few seconds old. */
export class RuleFollower {
  #history = new RuleHistory()
  #readMs = Number.NEGATIVE_INFINITY

  at(now: Instant): Settings {
    return this.#history.at(now)
  }

  async refresh(db: Database): Promise<void> {
    if (performance.now() - this.#readMs >= refreshMs) await this.read(db)
  }

  async read(db: Database): Promise<void> {
    this.#history = await db.read(readRuleHistory)
    this.#readMs = performance.now()
  }
}
