import type { Answer, changeTimezone } from '@voltline/contract'
import { type Instant, offsetMinutes, type Zone } from '@voltline/kernel'
import { rawTimeZones } from '@vvo/tzdb'
import abbreviations from '@vvo/tzdb/abbreviations.json' with { type: 'json' }

type ZoneFacts = Answer<typeof changeTimezone>['row']

/** By the long English name that Intl gives. */
const shortNames: Readonly<Record<string, string>> = abbreviations

interface Known {
  country: string
  standardOffset: number
  abbreviation: string
}

const known = new Map<string, Known>()
const spelling = new Map<string, Zone>()
for (const zone of rawTimeZones) {
  const facts = {
    country: zone.countryCode,
    standardOffset: zone.rawOffsetInMinutes,
    abbreviation: zone.abbreviation,
  }
  for (const name of new Set([zone.name, ...zone.group])) {
    known.set(name, facts)
    spelling.set(name.toLowerCase(), name as Zone)
  }
}
for (const name of Intl.supportedValuesOf('timeZone')) spelling.set(name.toLowerCase(), name as Zone)

/** Intl takes a zone's name in any case; it is kept as everyone else writes it, so that lists find it again. */
export function spelled(zone: string): Zone {
  const listed = spelling.get(zone.toLowerCase())
  if (listed) return listed
  // Intl may name another zone that means the same; only its way of writing this one is wanted.
  const resolved = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  return (resolved.toLowerCase() === zone.toLowerCase() ? resolved : zone) as Zone
}

function nameOf(at: Instant, zone: Zone, style: 'long' | 'short'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: style }).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
}

/** What a zone is today: its offset, its country where the zone table names one, and its short name. */
export function zoneFacts(zone: Zone, at: Instant): ZoneFacts {
  const offset = offsetMinutes(at, zone)
  const facts = known.get(zone)
  const standard = facts?.standardOffset === offset ? facts.abbreviation : undefined
  return {
    TimezoneOffset: offset,
    Iso2: facts?.country ?? '',
    ShortName: standard || shortNames[nameOf(at, zone, 'long')] || nameOf(at, zone, 'short'),
  }
}
