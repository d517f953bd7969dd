import type { Access } from '#contract/bookings/access.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'

const stepsOf = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((step) => step.trim())
    .filter((step) => step !== '')

/** Returns how to get into a car park, for whoever has booked; null where nothing is known. */
export async function findAccess(db: Db | Tx, park_id: string, language: Language): Promise<Access | null> {
  const park = await db
    .selectFrom('parks')
    .select(['access_level as level', 'gate_code', 'access_steps_en', 'access_steps_fr'])
    .where('id', '=', park_id)
    .executeTakeFirstOrThrow()
  const entrances = await db
    .selectFrom('park_entrances')
    .select(['name', 'lat', 'lng'])
    .where('park_id', '=', park_id)
    .orderBy('position')
    .execute()
  const { level, gate_code, access_steps_en: en, access_steps_fr: fr } = park
  const steps = stepsOf(language === 'fr' ? (fr ?? en) : (en ?? fr))
  const isEmpty = entrances.length === 0 && level === null && gate_code === null && steps.length === 0
  return isEmpty ? null : { entrances, gate_code, level, steps }
}
