import { sql } from 'kysely'
import { countryCodes, countryIds } from '#contract/geography.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { isListed } from '#server/features/parks/offers.ts'
import { exampleSource } from '#server/features/parks/rules.ts'
import { translate } from '#server/output/translate.ts'

/**
 * Counts from the database by placeholder name. Example parks and sources are left out; chargers are never examples.
 */
export type Figures = Readonly<Record<string, number>>

const cacheLifetime_ms = 10 * minute_ms
const figuresCache = new WeakMap<Db, { figures: Figures; until: number }>()

export const figureNames: readonly string[] = [
  'data.parks',
  'data.chargers',
  'data.sources',
  'data.airports',
  ...countryCodes.flatMap((code) => [`data.parks.${code}`, `data.chargers.${code}`]),
]

/** Returns the figures, counted at most once in ten minutes. */
export async function findFigures(db: Db, now: Date): Promise<Figures> {
  const cached = figuresCache.get(db)
  if (cached !== undefined && cached.until > now.getTime()) return cached.figures
  const { rows } = await sql<{ country_id: number; parks: number; chargers: number }>`
    select p.country_id, count(*)::int as parks, (count(*) filter (where 'ev' = any(p.amenities)))::int as chargers
    from parks p where ${isListed} and not ('park' = any(p.examples)) group by p.country_id`.execute(db)
  const totals = await sql<{ sources: number; airports: number }>`
    select (select count(*)::int from sources where code <> ${exampleSource}) as sources,
      (select count(*)::int from places where kind = 'airport' and slug is not null) as airports`.execute(db)
  const sum = (key: 'parks' | 'chargers') => rows.reduce((total, row) => total + row[key], 0)
  const figures: Figures = {
    'data.parks': sum('parks'),
    'data.chargers': sum('chargers'),
    'data.sources': totals.rows[0]!.sources,
    'data.airports': totals.rows[0]!.airports,
    ...Object.fromEntries(
      countryCodes.flatMap((code) => {
        const row = rows.find(({ country_id }) => country_id === countryIds[code])
        return [
          [`data.parks.${code}`, row?.parks ?? 0],
          [`data.chargers.${code}`, row?.chargers ?? 0],
        ]
      }),
    ),
  }
  figuresCache.set(db, { figures, until: now.getTime() + cacheLifetime_ms })
  return figures
}

/** The countries in which some car park has a charger. */
export const listChargerCountries = (figures: Figures): CountryCode[] =>
  countryCodes.filter((code) => (figures[`data.chargers.${code}`] ?? 0) > 0)

/** Formats the figures for a language. A source without chargers says nothing of them, so that none is said in words, not 0. */
export const formatFigures = (figures: Figures, language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      value === 0 && name.startsWith('data.chargers')
        ? translate(language, 'places.no_chargers')
        : formatNumber(value, language),
    ]),
  )
