import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toMetres } from '#contract/distance-units.ts'
import { en } from '#i18n/en/index.ts'
import { web } from '#i18n/en/web.ts'
import { fr } from '#i18n/fr/index.ts'
import { web as frWeb } from '#i18n/fr/web.ts'
import { formatDistance } from '#web/time/format.ts'

/** Distances follow the reader's country, so that no sentence and no code but `formatDistance` writes a unit of length. */
const unit = String.raw`(?:km|kilom[eè]tres?|m|m[eè]tres?|mi|miles?|ft|feet|yards?)(?![\p{L}\p{N}²³])`
/** A unit in the name of a field: the country's may be another. */
const named = /\((?:km|mi)\)|\bkilos?\b|kilom[eè]tr|(?<!\p{L})miles?(?!\p{L})/iu
const measured = new RegExp(String.raw`(?:\d|\}\})[\s\u00a0\u202f-]*${unit}`, 'iu')

const list = (sentences: object, prefix = ''): [key: string, sentence: string][] =>
  Object.entries(sentences).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? list(value as object, `${prefix}${name}.`)
      : [[prefix + name, String(value)] as [string, string]],
  )

test.each([
  ['English', { ...en, ...web }],
  ['French', { ...fr, ...frWeb }],
])('no sentence has a distance of its own: %s', (_language, sentences) => {
  const all = list(sentences)
  expect(all.length).toBeGreaterThan(1_000)
  expect(all.filter(([, sentence]) => measured.test(sentence) || named.test(sentence))).toEqual([])
})

/** Posts tell of signs and rules, in the units that stand there. */
test('no content page has a distance of its own', () => {
  const pages = globSync('content/**/*.md').filter((file) => !/[\\/]posts[\\/]/.test(file))
  expect(pages.length).toBeGreaterThan(20)
  const lines = pages.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  )
  expect(lines.filter((line) => measured.test(line))).toEqual([])
})

const writer = 'src/contract/lengths.ts'

test('no code but the one function writes a distance', () => {
  const written = new RegExp(String.raw`\}(?:[\s\u00a0]|\$\{NO_BREAK\}|\\u00a0)*${unit}[^=;]*['"\x60]`, 'iu')
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$|[\\/]i18n[\\/](?:en|fr)[\\/]/.test(file))
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (written.test(line) ? [`${file.replaceAll('\\', '/')}: ${line.trim()}`] : [])),
  )
  expect(found.filter((line) => !line.startsWith(`${writer}: `))).toEqual([])
})

test.each([
  [5_000, 'en-US', '3.1\u00a0mi'],
  [5_000, 'en-CA', '5\u00a0km'],
  [5_000, 'en-NG', '5\u00a0km'],
  [5_000, 'fr-SN', '5\u00a0km'],
  [10_000, 'en-US', '6.2\u00a0mi'],
  [100, 'en-US', '330\u00a0ft'],
  [100, 'fr-US', '330\u00a0pi'],
  [100, 'fr-CA', '100\u00a0m'],
])('%d m for %s: %s', (distance_m, locale, expected) => expect(formatDistance(distance_m, locale)).toBe(expected))

/** A radius is not 13 where it was set to 12.5. */
test.each([
  ['km', 'en-CA', '{}\u00a0km'],
  ['mi', 'en-US', '{}\u00a0mi'],
] as const)('what was set in %s reads as it was set', (unit, locale, written) => {
  for (let tenth = 10; tenth <= 1_000; tenth += 1)
    expect(formatDistance(toMetres(tenth / 10, unit), locale, true)).toBe(written.replace('{}', String(tenth / 10)))
})
