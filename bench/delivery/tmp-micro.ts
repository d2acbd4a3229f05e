import { CountryOfAddress } from '/work/main/server/src/delivery/country.ts'
import { decide } from '/work/main/server/src/delivery/decide/auction.ts'
import { AdCall } from '/work/main/server/src/delivery/http/ad.ts'
import { FrequencyCaps } from '/work/main/server/src/delivery/intake/frequency-caps.ts'
import { Tallies } from '/work/main/server/src/delivery/intake/tallies.ts'
import { Visits } from '/work/main/server/src/delivery/intake/visits.ts'
import { OfferTokens } from '/work/main/server/src/delivery/offer-token.ts'
import { Snapshot } from '/work/main/server/src/delivery/snapshot/snapshot.ts'
import { ProgramClock } from '/work/main/server/src/platform/clock.ts'
import { Secrets } from '/work/main/server/src/platform/secrets.ts'

const n = Number(process.argv[2] ?? 10000)
const snapshot = new Snapshot() as any
const clock = new ProgramClock()
const now = clock.now()
snapshot.passTime(now, 1)
for (let i = 1; i <= 200; i++) {
  snapshot.putCustomer({ id: i, zone: 'Asia/Seoul', blocked: false })
  snapshot.putCash({ customerId: i, cash: 1e15 })
  snapshot.putCampaign({ id: i, left: 2e15 })
}
for (let i = 0; i < n; i++)
  snapshot.putAd(
    {
      id: i + 1,
      campaignId: 1 + (i % 200),
      customerId: 1 + (i % 200),
      product: 'BANNER',
      billingType: 'CPM',
      platforms: ['AOS'],
      countries: i % 2 ? 'Global' : ['KR'],
      adult: false,
      week: Array(7).fill(16777215),
      dayLimit: 2e15,
      adLimit: 2e15,
      minCost: 1000,
      maxCost: 1000 + ((i * 7919) % 90000),
      status: 'INPROGRESS',
      spent: 0,
      impressions: 0,
      billableEvents: 0,
      details: {
        name: 'Promotion ' + i,
        materialsJson: '["abcdefabcdefabcdefabcdef.png"]',
        urlIos: '',
        urlAos: '',
        appInfoJson: null,
      },
    },
    now,
  )
snapshot.putApp({ id: 1, ownerId: 1, platform: 'AOS', allowsAdult: false, approved: true, keyHash: 'x' })
snapshot.putMedium({ id: 1, appId: 1, product: 'BANNER', active: true, reward: undefined })
const app = snapshot.media.get(1).app
const visits = new Visits() as any
const serving: any = {
  clock,
  snapshot,
  offers: new OfferTokens(new Secrets('x'.repeat(40)), 'offer'),
  caps: new FrequencyCaps(10),
  visits,
  tallies: new Tallies(),
  countries: new CountryOfAddress(),
  settings: { publicUrl: 'http://localhost:3000', rateLimits: false, trustedProxies: 0 },
  fileUrl: (x: string) => 'http://localhost:3000/files/' + x,
}
const call = new AdCall(serving)
const bodies = Array.from({ length: 50000 }, (_, i) =>
  JSON.stringify({
    medID: 1,
    deviceID: `3f1c0f5e-8d1f-4a57-9f0b-${String(i).padStart(12, '0')}`,
    country: 'KR',
  }),
)
function t(name: string, f: (i: number) => unknown, N = 200000) {
  for (let i = 0; i < 60000; i++) f(i)
  let best = 1e9
  for (let r = 0; r < 5; r++) {
    const c = process.cpuUsage()
    for (let i = 0; i < N; i++) f(i)
    const e = process.cpuUsage(c)
    best = Math.min(best, (e.user + e.system) / N)
  }
  console.log(name, best.toFixed(2), 'us')
}
const req: any = {}
t('JSON.parse', (i) => JSON.parse(bodies[i % 50000]!))
t('whole answer', (i) => call.answer(app, JSON.parse(bodies[i % 50000]!), req))
const R: any = { product: 'BANNER', platform: 'AOS', country: 'KR', allowsAdult: false, capped: undefined }
t('decide', (i) => decide(snapshot.market, R, i))
t('visits', (i) => visits.note({ appId: 1, deviceId: bodies[i % 50000]!.slice(20, 56), at: now, asks: true }))
t('tallies', (i) => serving.tallies.answered('SUCCESS', 1, now))
const o = serving.offers
t('seal', (i) =>
  o.seal({
    issuedAt: now,
    offerId: o.newOfferId(),
    adId: 5,
    mediumId: 1,
    priceMicros: 3000000,
    billingType: 'CPM',
    deviceId: '3f1c0f5e-8d1f-4a57-9f0b-2f1f1a2b3c4d',
    isSample: false,
    clickedAfterMs: 0,
  }),
)
t('caps', (i) => serving.caps.cappedFor('3f1c0f5e-8d1f-4a57-9f0b-2f1f1a2b3c4d', now))
t('passTime', (i) => snapshot.passTime(now, 250))
t('clock', (i) => clock.now())
