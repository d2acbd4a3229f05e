import { setTimeout as wait } from 'node:timers/promises'
import { Database } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { apiKey, mediumId } from './market.ts'

const changes = 10
/** Above every bid of the market. */
const highestBid = 99_000
const pollMs = 10
const triesMax = 2_000

async function winner(port: number, number: number): Promise<number | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}/sdk/v1/ad`, {
    method: 'POST',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ medID: mediumId, deviceID: `follower-${number}`, country: 'KR' }),
  })
  const { ad } = (await response.json()) as { ad?: { proID: number } }
  return ad?.proID
}

/** The time from the commit of a higher bid until its ad is served, in ms, for each of several changes. */
export async function measureFollowing(databaseUrl: string, port: number): Promise<number[]> {
  const db = new Database({ url: databaseUrl, connectionsMax: 1, statementMsMax: 30_000, onLost: () => {} })
  const took: number[] = []
  for (let change = 1; change <= changes; change++) {
    const bid = highestBid + change
    await db.transaction((session) =>
      session.run(sql`update ad set max_cost_won = ${bid} where ad_id = ${change}`),
    )
    const since = performance.now()
    let tries = 0
    while ((await winner(port, tries % changes)) !== change) {
      if (tries++ > triesMax) throw new Error('A changed bid is never followed.')
      await wait(pollMs)
    }
    took.push(performance.now() - since)
  }
  await db.close()
  return took
}
