import { reportAd } from '../insight/why.ts'
import { enumOf, type Json, jsonContent, objectOf, schemaOf } from './schemas.ts'

const token: Json = {
  name: 'token',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'Of the offered ad.',
}
const html: Json = { 'text/html': { schema: { type: 'string' } } }
const answer = (description: string, codes: readonly string[]): Json => ({
  description,
  content: jsonContent(objectOf({ error: enumOf(codes), detail: { type: 'string' } }, ['error'])),
})

const why: Json = {
  parameters: [token],
  get: {
    operationId: 'get-why',
    summary:
      'A page about one shown ad: who paid, why it was shown, what it cost and how the price was split.',
    description: 'Anyone. In English or Korean, as the browser prefers.',
    tags: ['why'],
    security: [],
    responses: {
      200: { description: 'The page.', content: html },
      404: { description: 'The token is not one of ours.', content: html },
      410: { description: 'The events of this ad are no longer kept.', content: html },
      429: answer('Too many calls; try again later.', ['TRYAGAIN_LATER']),
    },
  },
}

const report: Json = {
  parameters: [token],
  post: {
    operationId: 'post-why-report',
    summary: 'Reports a shown ad to the operators’ queue of reviews, once for each token.',
    description: 'Anyone. A form gets a page in return.',
    tags: ['why'],
    security: [],
    requestBody: {
      content: {
        ...jsonContent(schemaOf(reportAd.input)),
        'application/x-www-form-urlencoded': {
          schema: objectOf({ reason: { type: 'string' }, text: { type: 'string' } }, []),
        },
      },
    },
    responses: {
      200: answer('SUCCESS, or that this token was reported before.', ['SUCCESS', 'DUPLICATE_REQUEST']),
      400: answer('The reason is missing or too long.', ['UNKNOWN']),
      404: answer('The token is not one of ours.', ['AD_NOTFOUND']),
      410: answer('The events of this ad are no longer kept.', ['AD_EXPIRED']),
      429: answer('Too many calls; try again later.', ['TRYAGAIN_LATER']),
    },
  },
}

/** Pages and calls for people without an account. */
export const openPaths = (): Record<string, Json> => ({ '/why/{token}': why, [reportAd.path]: report })
