import { sql } from 'kysely'
import type { Access } from '#contract/bookings/access.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'

const stepsOf = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((step) => step.trim())
    .filter((step) => step !== '')

interface StoredAccess extends Omit<Access, 'steps'> {
  id: string
  en: string | null
  fr: string | null
}

/** In a language: how to get into a car park, for whoever has booked; null where nothing is known. */
export type ReadAccess = (language: Language) => Access | null

/** Returns how to get into car parks, by their IDs, in one statement. */
export async function findAccessOf(db: Db | Tx, park_ids: readonly string[]): Promise<Map<string, ReadAccess>> {
  const { rows } = await sql<StoredAccess>`
    select p.id, p.access_level as level, p.gate_code, p.access_steps_en as en, p.access_steps_fr as fr,
      (select coalesce(json_agg(json_build_object('name', name, 'lat', lat, 'lng', lng) order by position), '[]')
        from park_entrances where park_id = p.id) as entrances
    from parks p where p.id = any(${[...park_ids]}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ id, en, fr, ...access }) => [
      id,
      (language) => {
        const steps = stepsOf(language === 'fr' ? (fr ?? en) : (en ?? fr))
        const { entrances, gate_code, level } = access
        const isEmpty = entrances.length === 0 && level === null && gate_code === null && steps.length === 0
        return isEmpty ? null : { entrances, gate_code, level, steps }
      },
    ]),
  )
}

export const findAccess = async (db: Db | Tx, park_id: string, language: Language): Promise<Access | null> =>
  (await findAccessOf(db, [park_id])).get(park_id)?.(language) ?? null
