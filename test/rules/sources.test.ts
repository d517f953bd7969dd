import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Source {
  title: string
  licence: string
  attribution: string
}

test('drivers read who says what of a car park, and no name of ours', () => {
  const sources = JSON.parse(readFileSync('data/parks/sources.json', 'utf8')) as Record<string, Source>
  expect(Object.keys(sources).length).toBeGreaterThan(15)
  for (const [code, { title, licence, attribution }] of Object.entries(sources))
    for (const text of [title, licence, attribution]) {
      expect(text, code).not.toContain(code)
      expect(text, code).not.toMatch(/\bids?\b|_|partner|panda/i)
      // Words that a country has another one for are not replaced in data.
      expect(text, code).not.toMatch(/\bcar parks?\b|centres?\b/i)
    }
})
