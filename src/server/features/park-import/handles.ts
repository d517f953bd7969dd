import { createHash } from 'node:crypto'
import { codeAlphabet } from '#server/ids.ts'

const letters = 6

/**
 * A park's code for its sign at the gate: the same for the same row of a source, so that a database built anew keeps
 * the codes that were printed. Where `attempt` 0 is taken by another park, 1 is the next, and so on.
 */
export function parkCodeOf(source: string, source_id: string, attempt: number): string {
  const digest = createHash('sha256').update(`${source}\0${source_id}\0${attempt}`).digest()
  const base = BigInt(codeAlphabet.length)
  let rest = digest.readBigUInt64BE(0)
  let code = 'P'
  for (let left = letters; left > 0; left -= 1) {
    code += codeAlphabet[Number(rest % base)]!
    rest /= base
  }
  return code
}

const slugPart = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

type Titled = { name: string | null; address: string | null; city: string | null }

/**
 * The readable part of a park's address on the web: name and city, else address and city. It always has a hyphen,
 * which no park code has, so that the two never meet.
 */
export function slugOf({ name, address, city }: Titled): string {
  const named = slugPart(name ?? '').slice(0, 70)
  const what = named === '' ? `parking-${slugPart(address ?? '').slice(0, 60)}` : named
  const where = slugPart(city ?? '').slice(0, 40)
  const parts = [what, `-${what}-`.includes(`-${where}-`) ? '' : where].map((part) => part.replaceAll(/^-|-$/g, ''))
  const slug = parts.filter((part) => part !== '').join('-')
  return slug.includes('-') ? slug : `parking-${slug}`
}

/** How many codes and slugs `takeHandles` may look at; what is taken among them must be known to it. */
const attempts = 3
export const handlesWanted = (park: Titled & { source: string; source_id: string }): string[] => {
  const codes = Array.from({ length: attempts }, (_none, n) => parkCodeOf(park.source, park.source_id, n).toLowerCase())
  const slug = slugOf(park)
  return [slug, ...codes, ...codes.map((code) => `${slug}-${code}`)]
}

/** A free pair of slug and code for a new park; both are then taken. Handles are compared in lower case. */
export function takeHandles(
  park: Titled & { source: string; source_id: string },
  taken: Set<string>,
): { slug: string; park_code: string } {
  let attempt = 0
  while (taken.has(parkCodeOf(park.source, park.source_id, attempt).toLowerCase())) attempt += 1
  const park_code = parkCodeOf(park.source, park.source_id, attempt)
  const plain = slugOf(park)
  // Where nothing but the city is known, or another park has the name, the code tells them apart.
  const needsCode = taken.has(plain) || (park.name === null && park.address === null)
  const slug = needsCode ? `${plain}-${park_code.toLowerCase()}` : plain
  taken.add(slug)
  taken.add(park_code.toLowerCase())
  return { slug, park_code }
}
