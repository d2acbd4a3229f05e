import { expect, test } from 'vitest'
import { hostName, hostUrls } from './hosts.ts'

test('a database URL names one host or several, and each has the same user, database and options', () => {
  expect(hostUrls('postgresql://u:p@db:5432/voltline')).toEqual(['postgresql://u:p@db:5432/voltline'])
  expect(hostUrls('postgres://u:p%40x@a:5432,b:5433,[::1]/v?sslmode=require')).toEqual([
    'postgres://u:p%40x@a:5432/v?sslmode=require',
    'postgres://u:p%40x@b:5433/v?sslmode=require',
    'postgres://u:p%40x@[::1]/v?sslmode=require',
  ])
})

test('libpq’s own wish for a server that accepts writes is understood', () => {
  expect(hostUrls('postgresql://a,b/v?target_session_attrs=read-write')).toEqual([
    'postgresql://a/v',
    'postgresql://b/v',
  ])
  expect(hostUrls('postgresql://a/v?target_session_attrs=primary&sslmode=require')).toEqual([
    'postgresql://a/v?sslmode=require',
  ])
})

test('messages name host and port, never user or password', () => {
  expect(hostName('postgresql://u:secret@db:5432/voltline')).toBe('db:5432')
})
