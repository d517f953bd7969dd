import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageKeys, contentPages } from '#contract/pages.ts'

/* docs/pages.md: every page of drivers has been looked at, as `npm run shots` takes pictures of it. */

/** Pages of staff, which have no pictures there. */
const staffPages = new Set<string>(['desk', 'guard', 'courier'])
const driverPages = [...pageKeys, ...contentPages].filter((key) => !staffPages.has(key))

const rows = [...readFileSync('docs/pages.md', 'utf8').matchAll(/^\| `([\w-]+)` \| (\d+) \| (.+) \| (\S+) \|$/gm)].map(
  ([, key, score, reason, date]) => ({ key: key!, score: Number(score), reason: reason!, date: date! }),
)

test('each page of drivers has one score with its reason and date', () => {
  expect(rows.map(({ key }) => key).toSorted()).toEqual(driverPages.toSorted())
  for (const { key, score, reason, date } of rows) {
    expect(score, key).toBeGreaterThanOrEqual(1)
    expect(score, key).toBeLessThanOrEqual(10)
    expect(reason.trim().length, key).toBeGreaterThan(10)
    expect(date, key).toMatch(/^20\d\d-\d\d-\d\d$/)
  }
})
