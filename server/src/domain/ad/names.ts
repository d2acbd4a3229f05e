import { type AdId, assert, type CampaignId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { countAds } from './ad-count.ts'

/** All campaigns together: about 64 MB where names are Korean. */
const charactersMax = 32_000_000
/** No name holds it, so nothing that is searched for is found across two names. */
const between = '\n'

/** Upper and lower case are the same to a search. */
const folded = (text: string) => text.toLowerCase()

/** The names of one campaign's ads, newest first, as one text that is gone through at once. */
export class NameList {
  readonly #ids: Int32Array
  readonly #text: string
  /** Where each name begins in the text, and where one more would. */
  readonly #starts: Int32Array

  constructor(ids: Int32Array, names: readonly string[]) {
    assert(ids.length === names.length, 'every ad has a name')
    this.#ids = ids
    this.#text = names.map((name) => folded(name) + between).join('')
    this.#starts = new Int32Array(names.length + 1)
    for (let n = 0, start = 0; n < names.length; n++) {
      start += folded(names[n] ?? '').length + between.length
      this.#starts[n + 1] = start
    }
  }

  get ads(): number {
    return this.#ids.length
  }

  get characters(): number {
    return this.#text.length
  }

  /** The ads whose name contains it, newest first. */
  containing(part: string): AdId[] {
    const found: AdId[] = []
    const wanted = folded(part)
    for (let n = 0; n < this.ads; n++) {
      const at = this.#text.indexOf(wanted, this.#starts[n])
      if (at < 0) break
      while ((this.#starts[n + 1] ?? at + 1) <= at) n++
      if (n < this.ads) found.push(this.#ids[n] as AdId)
    }
    return found
  }
}

async function readNames(session: ReadSession, campaignId: CampaignId): Promise<NameList> {
  const { ids, names } = await session.one(
    (row) => ({ ids: row.ids as number[] | null, names: row.names as string | null }),
    sql`
    select array_agg(ad_id order by ad_id desc) as ids, string_agg(name, ${between} order by ad_id desc) as names
      from ad where campaign_id = ${campaignId}`,
  )
  return new NameList(Int32Array.from(ids ?? []), names === null ? [] : names.split(between))
}

/**
 * The names that were searched lately. An ad is never renamed and never removed, so a list that has as many ads as the
 * campaign is the list of the campaign, whichever process added to it.
 */
export class KeptNames {
  /** Used longest ago first. */
  readonly #lists = new Map<CampaignId, NameList>()
  #characters = 0

  /** The ads of a campaign whose name contains it, newest first, as the session sees them. */
  async search(session: ReadSession, campaignId: CampaignId, part: string): Promise<AdId[]> {
    const ads = await countAds(session, campaignId, sql`true`)
    const kept = this.#lists.get(campaignId)
    const list = kept?.ads === ads ? kept : await readNames(session, campaignId)
    this.#keep(campaignId, list)
    return list.containing(part)
  }

  #keep(campaignId: CampaignId, list: NameList): void {
    this.#forget(campaignId)
    this.#lists.set(campaignId, list)
    this.#characters += list.characters
    for (const oldest of this.#lists.keys()) {
      if (this.#characters <= charactersMax) return
      this.#forget(oldest)
    }
  }

  #forget(campaignId: CampaignId): void {
    this.#characters -= this.#lists.get(campaignId)?.characters ?? 0
    this.#lists.delete(campaignId)
  }
}
