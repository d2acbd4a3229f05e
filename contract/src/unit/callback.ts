import { z } from 'zod'
import { call } from '../common/call.ts'
import { Count, DateText, Flag, Id, PageNo, QueryText, RequiredQueryId, Time } from '../common/fields.ts'
import { Characters, sdkLimits } from '../sdk.ts'

export const callbackStatuses = ['WAITING', 'DELIVERED', 'FAILED'] as const

export const saveCallback = call('POST', 'pub/inventory/callback', {
  who: 'PUBLISHER',
  about:
    'Sets where the publisher’s server is told about the rewards of a unit. The first save creates the secret that signs callbacks.',
  input: z.object({ medID: Id, url: z.string().max(8_192), active: Flag }),
  output: z.object({ secret: z.string() }),
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const testCallback = call('POST', 'pub/inventory/callback-test', {
  who: 'PUBLISHER',
  about:
    'Sends a callback with made-up values at once, and returns how it was answered; status 0 if it was not.',
  input: z.object({ medID: Id, userID: Characters(sdkLimits.userIdMax).default('') }),
  output: z.object({ status: Count, ms: Count, body: z.string() }),
  refuses: ['NO_PERMISSION', 'UNKNOWN', 'TRYAGAIN_LATER'],
})

const Callback = z.object({
  EventID: z.string(),
  UserID: z.string(),
  /** Of the watch. */
  Time,
  Tries: Count,
  Status: z.enum(callbackStatuses),
  /** Of the last try; 0 if nothing answered, and Body says why. */
  HTTPStatus: Count,
  MS: Count,
  /** At most 500 characters. */
  Body: z.string(),
})

export const listCallbacks = call('GET', 'pub/inventory/callbacks', {
  who: 'PUBLISHER',
  about: 'The callbacks of a unit, newest first, with its set-up and the results of the last days.',
  input: z.object({ medID: RequiredQueryId, userID: QueryText, eventID: QueryText, pageNo: PageNo }),
  output: z.object({
    callbacks: z.array(Callback),
    rowCount: Count,
    /** Null until it is first saved. */
    callback: z.object({ URL: z.string(), Active: Flag, Secret: z.string(), KeyID: z.string() }).nullable(),
    days: z.array(z.object({ Date: DateText, Delivered: Count, Failed: Count, Waiting: Count })),
  }),
  refuses: [],
})

export const resendCallback = call('POST', 'pub/inventory/callback-resend', {
  who: 'PUBLISHER',
  about: 'Sends a callback again at once, with the same event id, also after it was delivered.',
  input: z.object({ eventID: z.string().max(64) }),
  output: z.object({}),
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const callbackCalls = [saveCallback, testCallback, listCallbacks, resendCallback] as const
