import { type AdId, assert, type CampaignId } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { countAds } from '../counts.ts'

/** Of all campaigns together: about 64 MB if the names are Korean. */
const charactersMax = 32_000_000
/** No name contains it, so no match spans two names. */
const between = '\n'

/** A search ignores case. */
const folded = (text: string) => text.toLowerCase()

/** The names of one campaign's ads, newest first, in one text that is searched in one pass. */
export class NameList {
  readonly #ids: Int32Array
  readonly #text: string
  /** The offset of each name in the text, and the text's length. */
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

  /** The ads whose name contains `part`, newest first. */
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
    (row) => row,
    sql<{ ids: AdId[] | null; names: string | null }>`
    select array_agg(ad_id order by ad_id desc) as ids, string_agg(name, ${between} order by ad_id desc) as names
      from ad where campaign_id = ${campaignId}`,
  )
  return new NameList(Int32Array.from(ids ?? []), names === null ? [] : names.split(between))
}

/**
 * Searches ads by name and caches the names of recently searched campaigns. An ad is never renamed or removed, so a
 * cached list with as many ads as the campaign is complete, whichever process added ads.
 */
export class NameSearch {
  /** Least recently used first. */
  readonly #lists = new Map<CampaignId, NameList>()
  #characters = 0

  /** The campaign's ads whose name contains `part`, newest first, as the session sees them. */
  async search(session: ReadSession, campaignId: CampaignId, part: string): Promise<AdId[]> {
    const ads = await countAds(session, campaignId, sql`true`)
    const cached = this.#lists.get(campaignId)
    const list = cached?.ads === ads ? cached : await readNames(session, campaignId)
    this.#cache(campaignId, list)
    return list.containing(part)
  }

  #cache(campaignId: CampaignId, list: NameList): void {
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
