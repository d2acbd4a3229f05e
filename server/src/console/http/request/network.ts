import ipaddr from 'ipaddr.js'

const ipv6NetworkGroups = 4

/**
 * The part of an address that its network was assigned: all of IPv4, the first 64 bits of IPv6, whose owner chooses the
 * rest. An IPv4 caller on an IPv6 socket counts as IPv4.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return parsed.parts
    .slice(0, ipv6NetworkGroups)
    .map((group) => group.toString(16))
    .join(':')
}
