import {
  decodeEvidence,
  type Evidence,
  encodeEvidence,
} from '../../../server/src/domain/quality/evidence/evidence.ts'
import type { Plant } from '../world/world.ts'
import { at, changedRows, rewrite, swallow } from './meddling.ts'

/** Changes the evidence of events on their way into the log, as a wrong comparison of the judge would read it. */
const misread = (change: (evidence: Evidence, action: string) => Partial<Evidence>): Plant => ({
  event: (event) => {
    if (!event.evidence) return event
    const evidence = decodeEvidence(event.evidence)
    return { ...event, evidence: encodeEvidence({ ...evidence, ...change(evidence, event.action) }) }
  },
})

const settingsRead = 'from rule_setting'
const verdictsRead = 'from judged_event\n         where'

export const faultsOfRules: Record<string, Plant> = {
  'finds an impression too soon that comes exactly a second after its offer': misread(
    ({ offerMs }, action) => (action === 'IMPRESSION' && offerMs === 1_000 ? { offerMs: 999 } : {}),
  ),
  'lets a device click once more than it may': misread(({ deviceClicks }) => ({
    deviceClicks: Math.max(0, deviceClicks - 1),
  })),
  'lets every new device of an address in': misread(() => ({ hasNoPlace: false })),
  'judges postbacks by what sent them': misread(({ agent }) => (agent === 'SERVER' ? { agent: 'BOT' } : {})),
  'forgets who signed in from an address': swallow('from signin_address'),
  'enforces a rule that is only observed': {
    meddler: () =>
      at(settingsRead, async (statement, run) =>
        changedRows(await run(statement), (row) => ({ ...row, mode: 'ENFORCE' })),
      ),
  },
  'judges what came before a change of a rule by the new setting': {
    meddler: () =>
      at(settingsRead, async (statement, run) =>
        changedRows(await run(statement), (row) => ({ ...row, since: 0 })),
      ),
  },
  'forgets verdicts at the end of a batch': rewrite(verdictsRead, verdictsRead, `${verdictsRead} false and`),
  'charges what depends on an invalid event of an earlier batch': {
    meddler: () =>
      at(verdictsRead, async (statement, run) =>
        changedRows(await run(statement), (row) => ({ ...row, rule: null, mode: null })),
      ),
  },
  'counts invalid events among the impressions of their ad': {
    meddler: () =>
      at('insert into judged_event', async (statement, run) => {
        const [adIds] = statement.values.slice(6)
        await run({
          text: 'update ad set impressions = impressions + 1 where ad_id = any($1::int[])',
          values: [adIds],
        })
        return run(statement)
      }),
  },
  'observes nothing that depends on what is observed': {
    meddler: () =>
      at(verdictsRead, async (statement, run) => {
        const answer = await run(statement)
        return { ...answer, rows: answer.rows.filter((row: { mode: string }) => row.mode !== 'OBSERVE') }
      }),
  },
}
