import { z } from 'zod'
import { call } from '../common/call.ts'
import { Count, Flag, Id, nothing, PageNo, RequiredLine, RequiredQueryId, Time } from '../common/fields.ts'

export const renewPostbackToken = call('POST', 'ad/postback/token-renew', {
  who: 'ADVERTISER',
  about:
    'Creates a new token for a campaign’s postbacks; the old one is valid for 24 more hours. Needs a password confirmed in the last 5 minutes.',
  input: z.object({ campID: Id }),
  output: z.object({ token: z.string() }),
  refuses: ['INVALID_PW', 'NO_PERMISSION'],
})

export const postbackEventsMax = 100

export const savePostbackEvents = call('POST', 'ad/postback/events', {
  who: 'ADVERTISER',
  about: 'Sets the names of the events that bill; others are counted, not billed. None: every event bills.',
  input: z.object({
    campID: Id,
    events: z
      .array(RequiredLine())
      .max(postbackEventsMax)
      .transform((names) => [...new Set(names)]),
  }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

export const listPostbacks = call('GET', 'ad/postback/log', {
  who: 'ADVERTISER',
  about:
    'The postbacks of a campaign, newest first, 50 per page, with the reason if one did not count in full.',
  input: z.object({ campID: RequiredQueryId, pageNo: PageNo }),
  output: z.object({
    postbacks: z.array(
      z.object({
        Time,
        Kind: z.enum(['INSTALL', 'ACTION']),
        ClickID: z.string(),
        Event: z.string(),
        Counted: Flag,
        /** '', not_listed, repeated, bad_token, expired_click, or the id of the rule that it broke. */
        Reason: z.string(),
      }),
    ),
    rowCount: Count,
  }),
  refuses: [],
})

export const postbackCalls = [renewPostbackToken, savePostbackEvents, listPostbacks] as const
