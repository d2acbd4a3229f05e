import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test('the network is the whole IPv4 address and the first half of an IPv6 address, in any notation', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  const same = ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:DB8:1:2:0:0:0:9']
  for (const address of same) expect(networkOf(address)).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
})
