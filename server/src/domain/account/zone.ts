import type { changeTimezone, Output } from '@voltline/contract'
import { type Instant, offsetMinutes, type Zone } from '@voltline/kernel'
import { rawTimeZones } from '@vvo/tzdb'
import abbreviations from '@vvo/tzdb/abbreviations.json' with { type: 'json' }

type ZoneDetails = Output<typeof changeTimezone>['row']

/** Keyed by the long English name that Intl returns. */
const shortNames: Readonly<Record<string, string>> = abbreviations

interface ListedZone {
  country: string
  standardOffsetMinutes: number
  abbreviation: string
}

const listedZones = new Map<string, ListedZone>()
const spellings = new Map<string, Zone>()
for (const zone of rawTimeZones) {
  const listed = {
    country: zone.countryCode,
    standardOffsetMinutes: zone.rawOffsetInMinutes,
    abbreviation: zone.abbreviation,
  }
  for (const name of new Set([zone.name, ...zone.group])) {
    listedZones.set(name, listed)
    spellings.set(name.toLowerCase(), name as Zone)
  }
}
for (const name of Intl.supportedValuesOf('timeZone')) spellings.set(name.toLowerCase(), name as Zone)

/** Intl accepts a zone's name in any case. We store the usual spelling, so that lists find the zone again. */
export function canonicalZone(zone: string): Zone {
  const listed = spellings.get(zone.toLowerCase())
  if (listed) return listed
  // Intl may resolve an alias to another name; only its spelling of this name is wanted.
  const resolved = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  return (resolved.toLowerCase() === zone.toLowerCase() ? resolved : zone) as Zone
}

function nameOf(at: Instant, zone: Zone, style: 'long' | 'short'): string {
  const fields = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: style }).formatToParts(at)
  return fields.find((field) => field.type === 'timeZoneName')?.value ?? ''
}

/** A zone's offset and short name at an instant, and its country where the zone table names one. */
export function zoneDetails(zone: Zone, at: Instant): ZoneDetails {
  const offset = offsetMinutes(at, zone)
  const listed = listedZones.get(zone)
  const standard = listed?.standardOffsetMinutes === offset ? listed.abbreviation : undefined
  return {
    TimezoneOffset: offset,
    Iso2: listed?.country ?? '',
    ShortName: standard || shortNames[nameOf(at, zone, 'long')] || nameOf(at, zone, 'short'),
  }
}
