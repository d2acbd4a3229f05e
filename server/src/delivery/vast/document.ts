import type { MediaFile } from './media-files.ts'

/** Tracking events of the schema that a player reports. It has no event `click`: the click link records it. */
const trackedEvents = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'skip'] as const

export interface VastAd {
  adId: number
  /** Different for each offer. */
  servingId: string
  name: string
  clickUrl: string
  /** The address that reports an event. */
  trackUrl: (event: string) => string
  media: MediaFile
  /** A video with a reward cannot be skipped. */
  isSkippable: boolean
  /** Seconds within which the impression must be reported. */
  expiresIn: number
}

const skipAfterMs = 5_000

/** Without the characters that XML 1.0 cannot hold. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const cdata = (url: string): string => `<![CDATA[${url.replaceAll(']]>', ']]%3E')}]]>`

/** As hh:mm:ss.mmm. */
export function durationText(ms: number): string {
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0')
  const seconds = ms / 1_000
  return `${pad(seconds / 3_600)}:${pad((seconds / 60) % 60)}:${pad(seconds % 60)}.${pad(ms % 1_000, 3)}`
}

function mediaElement({ url, type, width, height, bytes, durationMs }: MediaFile): string {
  const kilobits = durationMs > 0 ? Math.max(1, Math.round((bytes * 8) / durationMs)) : 0
  const size = bytes > 0 ? ` fileSize="${bytes}"${kilobits > 0 ? ` bitrate="${kilobits}"` : ''}` : ''
  return `<MediaFile delivery="progressive" type="${escapeXml(type)}" width="${width}" height="${height}"${size} scalable="true" maintainAspectRatio="true">${cdata(url)}</MediaFile>`
}

const document = (content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="4.2" xmlns="http://www.iab.com/VAST">${content}</VAST>\n`

/** No ad. */
export const emptyVast = document('')

/** The elements are in the order of the schema. */
export function vastDocument(ad: VastAd): string {
  const { media, trackUrl } = ad
  const skip =
    ad.isSkippable && media.durationMs > skipAfterMs ? ` skipoffset="${durationText(skipAfterMs)}"` : ''
  const tracking = trackedEvents.map(
    (event) => `<Tracking event="${event}">${cdata(trackUrl(event))}</Tracking>`,
  )
  return document(`
<Ad id="${ad.adId}">
<InLine>
<AdSystem>Voltline</AdSystem>
<Error>${cdata(trackUrl('error'))}</Error>
<Impression id="voltline">${cdata(trackUrl('impression'))}</Impression>
<AdServingId>${ad.servingId}</AdServingId>
<AdTitle>${escapeXml(ad.name)}</AdTitle>
<AdVerifications></AdVerifications>
<Creatives>
<Creative id="${ad.adId}" sequence="1">
<Linear${skip}>
<TrackingEvents>${tracking.join('')}</TrackingEvents>
<Duration>${durationText(media.durationMs)}</Duration>
<MediaFiles>${mediaElement(media)}</MediaFiles>
<VideoClicks><ClickThrough id="voltline">${cdata(ad.clickUrl)}</ClickThrough></VideoClicks>
</Linear>
<UniversalAdId idRegistry="unknown">unknown</UniversalAdId>
</Creative>
</Creatives>
<Expires>${ad.expiresIn}</Expires>
</InLine>
</Ad>
`)
}
