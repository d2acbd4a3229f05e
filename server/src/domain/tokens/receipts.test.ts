import type { ReceiptClaims } from '@voltline/contract'
import { compactVerify, createLocalJWKSet } from 'jose'
import { expect, test } from 'vitest'
import { Secrets } from '../../platform/secrets.ts'
import { Receipts } from './receipts.ts'

const receipts = new Receipts(new Secrets('a secret key for tests, long enough'))
const claims: ReceiptClaims = { jti: 'a', medID: 1, deviceID: 'd', name: 'Gems', count: 3, iat: 5 }

/** Issued by version 0.1.0 with the same secret. */
const issuedKey = {
  crv: 'P-256',
  kty: 'EC',
  x: '0ZejaN9sIZzYNLsFgNQoVOjj-pmLMmKvUYBkvj0JSRw',
  y: 'rzf5wsH2CJewpBxzmBOFRfJE9tNtbAGew3p_E0X_9aw',
  kid: 'pONgaFu3CB12A52vD9FY5DNQ1_q9wkroNqSCqUKbAdw',
  alg: 'ES256',
  use: 'sig',
}
const issuedReceipt =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6InBPTmdhRnUzQ0IxMkE1MnZEOUZZNUROUTFfcTl3a3JvTnFTQ3FVS2JBZHcifQ.' +
  'eyJqdGkiOiJhIiwibWVkSUQiOjEsImRldmljZUlEIjoiZCIsIm5hbWUiOiJHZW1zIiwiY291bnQiOjMsImlhdCI6NX0.' +
  'c2IajKh6m0wxtGhJNil2pwBnlnkl7rEqJzq6BlAqh2tRJAMLSl5V1jPSbJSV1W18KRKW_05r6S8-j1coJf-KiQ'

test('the public key of a secret never changes, so that clients may keep it', async () => {
  expect(await receipts.keys()).toEqual([issuedKey])
})

test('header and claims of a receipt are byte for byte those of version 0.1.0', async () => {
  const receipt = await receipts.sign(claims)
  expect(receipt.split('.').slice(0, 2)).toEqual(issuedReceipt.split('.').slice(0, 2))
})

test('receipts of every version verify with the published keys', async () => {
  const keySet = createLocalJWKSet({ keys: [...(await receipts.keys())] })
  for (const receipt of [issuedReceipt, await receipts.sign(claims)]) {
    const { payload } = await compactVerify(receipt, keySet)
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(claims)
  }
})

test('a receipt that a former key signed verifies with the published keys, and new ones are signed by the new key', async () => {
  const replaced = new Receipts(
    new Secrets('another secret key, long enough for it', ['a secret key for tests, long enough']),
  )
  const keys = await replaced.keys()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toEqual(issuedKey)
  const published = createLocalJWKSet({ keys: [...keys] })
  await compactVerify(issuedReceipt, published)
  const { protectedHeader } = await compactVerify(await replaced.sign(claims), published)
  expect(protectedHeader.kid).toBe(keys[0]?.kid)
})
