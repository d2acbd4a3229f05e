import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { type AdId, type Clock, hour } from '@voltline/kernel'
import {
  type AdDayState,
  readChangedDays,
  readDaysOfAds,
  readRunningDays,
} from '../../domain/auction/live/ad-days.ts'
import type { AdState } from '../../domain/auction/live/ad-state.ts'
import { openLiveAds, readAd, readChangedAds } from '../../domain/auction/live/ads.ts'
import {
  type CampaignState,
  type CashState,
  type CustomerState,
  readCampaigns,
  readCash,
  readCustomers,
  readRecordedDays,
} from '../../domain/auction/live/advertisers.ts'
import type { Since } from '../../domain/auction/live/changes.ts'
import { type AppState, type MediumState, readApps, readMedia } from '../../domain/auction/live/units.ts'
import type { ReadSession } from '../../platform/database/database.ts'
import { applyPages, applyUntilEmpty, inSlices, sliceRowsMax } from './pages.ts'
import type { Snapshot } from './snapshot.ts'

/** How long a stopped ad stays in memory for clicks. */
const clickableMs = 2 * hour

/** Applies rows of the database to the snapshot, in slices between which requests are served. */
export class Loader {
  readonly #clock: Clock
  readonly #snapshot: Snapshot

  constructor(services: { clock: Clock; snapshot: Snapshot }) {
    this.#clock = services.clock
    this.#snapshot = services.snapshot
  }

  async passTime(): Promise<void> {
    while (!this.#snapshot.passTime(this.#clock.now(), sliceRowsMax)) await nextLoopTurn()
  }

  /** An ad's advertiser and campaign are read before it. Without `since` everything is read. */
  async applyDemand(session: ReadSession, since: Since | undefined): Promise<void> {
    const snapshot = this.#snapshot
    await applyPages<CustomerState>(
      (after) => readCustomers(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putCustomer(row)),
    )
    await applyPages<CashState>(
      (after) => readCash(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putCash(row)),
    )
    snapshot.putRecordedDays(await readRecordedDays(session, this.#clock.now()))
    await applyPages<CampaignState>(
      (after) => readCampaigns(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putCampaign(row)),
    )
    await this.#applyAds(session, since)
    await this.passTime()
  }

  async applySupply(session: ReadSession, since: Since | undefined): Promise<void> {
    const snapshot = this.#snapshot
    await applyPages<CustomerState>(
      (after) => readCustomers(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putCustomer(row)),
    )
    await applyPages<AppState>(
      (after) => readApps(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putApp(row)),
    )
    await applyPages<MediumState>(
      (after) => readMedia(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putMedium(row)),
    )
  }

  async #applyAds(session: ReadSession, since: Since | undefined): Promise<void> {
    if (since === undefined) await this.#applyAllAds(session)
    else await this.#applyChangedAds(session, since)
  }

  /** Spending days are read first, so that each ad is placed only once. */
  async #applyAllAds(session: ReadSession): Promise<void> {
    const now = this.#clock.now()
    const snapshot = this.#snapshot
    const daysOf = new Map<AdId, AdDayState[]>()
    for (const decode of await readRunningDays(session, now)) {
      for (const day of decode()) {
        const days = daysOf.get(day.adId)
        if (days) days.push(day)
        else daysOf.set(day.adId, [day])
      }
      await nextLoopTurn()
    }
    const live = new Set<AdId>()
    await applyUntilEmpty(await openLiveAds(session), (rows) =>
      inSlices(rows, (row) => {
        live.add(row.id)
        snapshot.putAd(row, now, daysOf.get(row.id) ?? [])
      }),
    )
    await this.#dropOthers(session, live)
  }

  async #applyChangedAds(session: ReadSession, since: Since): Promise<void> {
    const now = this.#clock.now()
    const snapshot = this.#snapshot
    await applyPages<AdState>(
      (after) => readChangedAds(session, { since, after }),
      async (rows) => {
        // An ad that is new to the snapshot may have spent something today already.
        const ids = rows.filter((row) => !snapshot.ads.has(row.id)).map((row) => row.id)
        const days = ids.length > 0 ? await readDaysOfAds(session, ids, now) : []
        const daysOf = Map.groupBy(days, (row) => row.adId)
        await inSlices(rows, (row) => snapshot.putAd(row, now, daysOf.get(row.id)))
      },
    )
    await applyPages<AdDayState>(
      (after) => readChangedDays(session, { since, after, now }),
      (rows) => inSlices(rows, (row) => snapshot.putAdDay(row)),
    )
  }

  /** Handles ads in memory that are no longer in progress; an ad shown recently may still be clicked. */
  async #dropOthers(session: ReadSession, live: ReadonlySet<AdId>): Promise<void> {
    const now = this.#clock.now()
    const snapshot = this.#snapshot
    for (const ad of [...snapshot.ads.values()]) {
      if (live.has(ad.id)) continue
      const row = ad.state.status === 'INPROGRESS' ? await readAd(session, ad.id) : undefined
      if (row) snapshot.putAd(row, now)
      else if (ad.state.status === 'INPROGRESS' || now - ad.liveAt > clickableMs) snapshot.dropAd(ad)
    }
  }
}
