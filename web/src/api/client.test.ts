import { describe, expect, test } from 'vitest'
import { formOf, queryOf, troubleOf } from './client.ts'

describe('what an answer means', () => {
  test('SUCCESS is no trouble', () => {
    expect(troubleOf(200, { error: 'SUCCESS' }, 'r')).toBeNull()
  })

  test('ERR-58 a refusal travels with HTTP 200 and keeps its code', () => {
    expect(troubleOf(200, { error: 'INVALID_PW' }, 'r')).toEqual({ kind: 'refused', code: 'INVALID_PW' })
    expect(troubleOf(200, { error: 'no such code' }, 'r')).toEqual({ kind: 'refused', code: 'UNKNOWN' })
    expect(troubleOf(200, {}, 'r')).toEqual({ kind: 'refused', code: 'UNKNOWN' })
  })

  test('ERR-63 HTTP 401 ends the session, and says why', () => {
    const elsewhere = troubleOf(401, { error: 'INVALID_SESSIONKEY' }, 'r')
    expect(elsewhere).toEqual({ kind: 'signed-out', code: 'INVALID_SESSIONKEY' })
  })

  test('bad input and rate limits leave the form where it is', () => {
    expect(troubleOf(400, { error: 'UNKNOWN' }, 'r')).toMatchObject({ kind: 'rejected', code: 'UNKNOWN' })
    expect(troubleOf(429, { error: 'TRYAGAIN_LATER' }, 'r')).toMatchObject({
      kind: 'rejected',
      code: 'TRYAGAIN_LATER',
    })
    expect(troubleOf(409, { error: 'DUPLICATE_REQUEST' }, 'r')).toMatchObject({
      kind: 'rejected',
      status: 409,
    })
  })

  test.each([403, 404, 500, 502, 503])(
    'ERR-64 HTTP %i goes to the error page with the request id',
    (status) => {
      expect(troubleOf(status, { error: 'UNKNOWN' }, 'r-17')).toEqual({
        kind: 'failed',
        status,
        requestId: 'r-17',
      })
    },
  )
})

test('a blank filter is no filter', () => {
  expect(queryOf({ name: '', pageNo: 2, status: undefined, product: null, q: 'a b&c' })).toBe(
    '?pageNo=2&q=a+b%26c',
  )
  expect(queryOf({})).toBe('')
})

test('a signing call names the files without sending their bytes', async () => {
  const file = new File([new Uint8Array(5_000)], 'bank book.png', { type: 'image/png' })
  const form = formOf({ folder: 'bankbook', uploadFiles: [file] })
  expect(form.get('folder')).toBe('bankbook')
  const declared = form.get('uploadFiles') as File
  expect({ name: declared.name, type: declared.type, size: declared.size }).toEqual({
    name: 'bank book.png',
    type: 'image/png',
    size: 0,
  })
})
