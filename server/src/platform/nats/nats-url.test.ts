import { expect, test } from 'vitest'
import { parseNatsUrl } from './nats-url.ts'

test('a URL names several servers, user and password, and whether TLS is required', () => {
  expect(parseNatsUrl('nats://user:p%40ss%2C@a:4222,b:4223,c')).toEqual({
    hosts: ['a:4222', 'b:4223', 'c:4222'],
    hasTls: false,
    credentials: { user: 'user', pass: 'p@ss,' },
  })
  expect(parseNatsUrl('tls://nats.example.com')).toEqual({
    hosts: ['nats.example.com:4222'],
    hasTls: true,
    credentials: undefined,
  })
})

test('whole URLs may be separated by commas, and a token may stand for user and password', () => {
  expect(parseNatsUrl('nats://u:p@a:1,nats://u:p@[::1]:2/')).toEqual({
    hosts: ['a:1', '[::1]:2'],
    hasTls: false,
    credentials: { user: 'u', pass: 'p' },
  })
  expect(parseNatsUrl('nats://s3cret@a')?.credentials).toEqual({ token: 's3cret' })
})

test.each([
  '',
  'a:4222',
  'http://a:4222',
  'nats://',
  'nats://a:0',
  'nats://a:70000',
  'nats://a,,b',
  'nats://a b',
  'nats://%@a:1',
  'nats://a/path',
])('"%s" is none', (text) => expect(parseNatsUrl(text)).toBeUndefined())
