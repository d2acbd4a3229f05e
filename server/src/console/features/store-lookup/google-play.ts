import { z } from 'zod'
import type { StorePage } from './store-page.ts'

/** A real page has about forty. */
const scriptsMax = 500

/** The scripts of a page, in one pass, so that the time is linear even for a hostile page. */
function* scriptsOf(html: string): Generator<{ tag: string; body: string }> {
  let at = html.indexOf('<script')
  for (let count = 0; at >= 0 && count < scriptsMax; count++) {
    const open = html.indexOf('>', at)
    const close = html.indexOf('</script', open)
    if (open < 0 || close < 0) return
    yield { tag: html.slice(at, open), body: html.slice(open + 1, close) }
    at = html.indexOf('<script', close)
  }
}

/** The page's data is in calls like `AF_initDataCallback({key: 'ds:5', hash: '7', data:[…], sideChannel: {}});`. */
const callback = 'AF_initDataCallback('
const dataStart = 'data:'
const dataEnd = ', sideChannel:'

function dataOf(script: string): unknown {
  const start = script.indexOf(dataStart)
  const end = script.lastIndexOf(dataEnd)
  if (!script.startsWith(callback) || start < 0 || end < start) return undefined
  return parse(script.slice(start + dataStart.length, end))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const at = (data: unknown, ...path: readonly number[]): unknown =>
  path.reduce<unknown>((inner, index) => (Array.isArray(inner) ? inner[index] : undefined), data)

const text = z.string().catch('')
const score = z.number().min(0).max(5).nullable().catch(null)

/** The paths are undocumented and change now and then; the block with a title is the app's. */
function fromData(html: string): StorePage | undefined {
  for (const { body } of scriptsOf(html)) {
    const data = dataOf(body)
    const title = text.parse(at(data, 1, 2, 0, 0))
    if (!title) continue
    const genre = text.parse(at(data, 1, 2, 79, 0, 0, 0))
    const price = at(data, 1, 2, 57, 0, 0, 0, 0, 1, 0, 0)
    return {
      title,
      score: score.parse(at(data, 1, 2, 51, 0, 1) ?? null),
      installs: text.parse(at(data, 1, 2, 13, 0)),
      genres: genre ? [genre] : [],
      free: price === undefined || price === null || price === 0,
    }
  }
  return undefined
}

const Numeric = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)]).transform(Number)
const LinkedData = z.object({
  '@type': z.literal('SoftwareApplication'),
  name: z.string(),
  applicationCategory: z.string().optional(),
  aggregateRating: z.object({ ratingValue: Numeric }).optional().catch(undefined),
  offers: z
    .array(z.object({ price: Numeric }))
    .optional()
    .catch(undefined),
})

/** Linked data says `GAME_PUZZLE` where the page says Puzzle. */
const genreOf = (category: string): string =>
  category
    .replace(/^GAME_/, '')
    .toLowerCase()
    .replace(/_/g, ' ')
    .replace(/^\w/, (first) => first.toUpperCase())

/** The data for search engines: it has no installs, but changes less often. */
function fromLinkedData(html: string): StorePage | undefined {
  for (const { tag, body } of scriptsOf(html)) {
    if (!tag.includes('application/ld+json')) continue
    const linked = LinkedData.safeParse(parse(body))
    if (!linked.success) continue
    const { name, applicationCategory, aggregateRating, offers } = linked.data
    return {
      title: name,
      score: score.parse(aggregateRating?.ratingValue ?? null),
      installs: '',
      genres: applicationCategory ? [genreOf(applicationCategory)] : [],
      free: offers === undefined || offers.every((offer) => offer.price === 0),
    }
  }
  return undefined
}

/** Reads a page of play.google.com/store/apps/details; undefined if it is not an app's page. */
export const readGooglePlay = (html: string): StorePage | undefined => fromData(html) ?? fromLinkedData(html)
