import { isIPv6 } from 'node:net'

/**
 * Returns the network of an IP address as a limit's subject: IPv4 addresses as they are, IPv6 by their first 64 bits,
 * which one household controls.
 */
export function toNetwork(ip: string): string {
  const bare = ip.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(bare)) return bare
  const [head = '', tail] = bare.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const first = groups(head)
  const missing = tail === undefined ? 0 : 8 - first.length - groups(tail).length
  const all = [...first, ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
