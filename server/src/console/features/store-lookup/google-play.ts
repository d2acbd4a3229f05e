import { z } from 'zod'
import type { StorePage } from './store-page.ts'

/** The page's data stands in calls like `AF_initDataCallback({key: 'ds:5', hash: '7', data:[…], sideChannel: {}});`. */
const callback = 'AF_initDataCallback('
const dataStart = 'data:'
const dataEnd = ', sideChannel:'

function* dataOf(html: string): Generator<unknown> {
  for (let at = html.indexOf(callback); at >= 0; at = html.indexOf(callback, at + callback.length)) {
    const close = html.indexOf('</script', at)
    const script = html.slice(at, close < 0 ? undefined : close)
    const start = script.indexOf(dataStart)
    const end = script.lastIndexOf(dataEnd)
    if (start < 0 || end < start) continue
    const data = parse(script.slice(start + dataStart.length, end))
    if (data !== undefined) yield data
  }
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

/** The places are the store's own and change now and then; the block with a title is the app's. */
function fromData(html: string): StorePage | undefined {
  for (const data of dataOf(html)) {
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

const Number01 = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)]).transform(Number)
const LinkedData = z.object({
  '@type': z.literal('SoftwareApplication'),
  name: z.string(),
  applicationCategory: z.string().optional(),
  aggregateRating: z.object({ ratingValue: Number01 }).optional().catch(undefined),
  offers: z
    .array(z.object({ price: Number01 }))
    .optional()
    .catch(undefined),
})

/** `GAME_PUZZLE` is how linked data writes what the page calls Puzzle. */
const genreOf = (category: string): string =>
  category
    .replace(/^GAME_/, '')
    .toLowerCase()
    .replace(/_/g, ' ')
    .replace(/^\w/, (first) => first.toUpperCase())

/** The part made for search engines: it knows no installs but changes less often. */
function fromLinkedData(html: string): StorePage | undefined {
  const open = /<script type="application\/ld\+json"[^>]{0,100}>/g
  for (let found = open.exec(html); found; found = open.exec(html)) {
    const start = found.index + found[0].length
    const linked = LinkedData.safeParse(parse(html.slice(start, html.indexOf('</script', start))))
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

/** Reads what the page at play.google.com/store/apps/details says; undefined when it is no app's page. */
export const readGooglePlay = (html: string): StorePage | undefined => fromData(html) ?? fromLinkedData(html)
