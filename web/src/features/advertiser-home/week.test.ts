import { expect, test } from 'vitest'
import { changeOf, totalOf, wholeWeek } from './week.ts'

const day = (Day: string, Impressions: number, Clicks: number, Spend: number) => ({
  Day,
  Impressions,
  Clicks,
  CTR: Impressions === 0 ? 0 : Clicks / Impressions,
  Spend,
})
const days = [day('2026-11-01', 100, 10, 200), day('2026-11-02', 300, 10, 200), day('2026-11-03', 5, 5, 1)]
const before = [
  day('2026-10-25', 100, 5, 100),
  day('2026-10-26', 100, 5, 100),
  day('2026-10-27', 900, 90, 900),
]

test('the week’s CTR is all clicks by all impressions, in percent', () => {
  expect(totalOf(days.slice(0, 2), 'ctr')).toBe(5)
  expect(totalOf([], 'ctr')).toBe(0)
})

test('full days are compared with the same days a week before, and today with nothing', () => {
  expect(changeOf({ days, before }, 'spend')).toBe(1)
  expect(changeOf({ days, before }, 'impressions')).toBe(1)
  expect(changeOf({ days, before }, 'ctr')).toBe(0)
})

test('without a week before there is no change to show', () => {
  expect(changeOf({ days, before: before.map(({ Day }) => day(Day, 0, 0, 0)) }, 'spend')).toBeNull()
})

test('days and campaigns each add up to the week’s spend in whole won', () => {
  const parts = [1.7, 2.7, 3.7]
  const week = wholeWeek({
    days: days.map((one, index) => ({ ...one, Spend: parts[index] ?? 0 })),
    before: [],
    campaigns: [
      { CampID: 1, Name: 'Winter', Spend: 4.05 },
      { CampID: 2, Name: 'Autumn', Spend: 4.05 },
    ],
  })
  expect(totalOf(week.days, 'spend')).toBe(8)
  expect(week.campaigns.map((campaign) => campaign.Spend)).toEqual([4, 4])
})
