import { createHash } from 'node:crypto'
import { removeAccents } from '#contract/accents.ts'
import { codeAlphabet } from '#contract/codes.ts'

const codeLength = 6

/**
 * Derives the park code that is printed on its sign from the source's id, so that rebuilding the database keeps the
 * code. `attempt` is raised from 0 if the code is taken by another park.
 */
export function deriveParkCode(source: string, source_id: string, attempt: number): string {
  const digest = createHash('sha256').update(`${source}\0${source_id}\0${attempt}`).digest()
  const base = BigInt(codeAlphabet.length)
  let remainder = digest.readBigUInt64BE(0)
  let code = 'P'
  for (let length = 0; length < codeLength; length += 1) {
    code += codeAlphabet[Number(remainder % base)]!
    remainder /= base
  }
  return code
}

const toSlugPart = (text: string) =>
  removeAccents(text.toLowerCase())
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

interface NamedPark {
  name: string | null
  address: string | null
  city: string | null
}

/**
 * Makes a park's slug from name and city, or address and city. It always contains a hyphen, which park codes never do,
 * so that slugs and codes can't collide.
 */
export function makeSlug({ name, address, city }: NamedPark): string {
  const namePart = toSlugPart(name ?? '').slice(0, 70)
  const what = namePart === '' ? `parking-${toSlugPart(address ?? '').slice(0, 60)}` : namePart
  const where = toSlugPart(city ?? '').slice(0, 40)
  const parts = [what, `-${what}-`.includes(`-${where}-`) ? '' : where].map((part) => part.replaceAll(/^-|-$/g, ''))
  const slug = parts.filter((part) => part !== '').join('-')
  return slug.includes('-') ? slug : `parking-${slug}`
}

const maxAttempts = 3

/** Lists the handles that `assignHandles` may try, so that the caller can look up which of them are taken. */
export const listCandidateHandles = (park: NamedPark & { source: string; source_id: string }): string[] => {
  const codes = Array.from({ length: maxAttempts }, (_none, n) =>
    deriveParkCode(park.source, park.source_id, n).toLowerCase(),
  )
  const slug = makeSlug(park)
  return [slug, ...codes, ...codes.map((code) => `${slug}-${code}`)]
}

/** Returns a free slug and code for a new park and adds both to `taken`, in lower case. */
export function assignHandles(
  park: NamedPark & { source: string; source_id: string },
  taken: Set<string>,
): { slug: string; park_code: string } {
  let attempt = 0
  while (taken.has(deriveParkCode(park.source, park.source_id, attempt).toLowerCase())) attempt += 1
  const park_code = deriveParkCode(park.source, park.source_id, attempt)
  const baseSlug = makeSlug(park)
  // The code makes the slug unique if the park has no name and address, or another park has the same slug.
  const needsCode = taken.has(baseSlug) || (park.name === null && park.address === null)
  const slug = needsCode ? `${baseSlug}-${park_code.toLowerCase()}` : baseSlug
  taken.add(slug)
  taken.add(park_code.toLowerCase())
  return { slug, park_code }
}
