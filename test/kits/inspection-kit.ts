import type { NigerianState } from '#contract/documents/document-rules.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { Driver, World } from './world.ts'

/** Writes a request without anything in it, of which only the id matters. */
export async function buildBareRequest(world: World, { user_id }: Pick<Driver, 'user_id'>): Promise<string> {
  const id = newId()
  await world.db
    .insertInto('document_requests')
    .values({
      id,
      number: newCode(),
      user_id,
      language: 'en',
      created_at: world.clock.now,
      updated_at: world.clock.now,
    })
    .execute()
  return id
}

interface CentreOptions {
  state?: NigerianState
  name?: string
  opening_hours?: string
  capacity_per_hour?: number
  status?: 'active' | 'inactive'
}

/** Writes an inspection centre, open from Monday to Friday from 8 to 13 in Nigeria, and returns its id. */
export async function buildCentre(world: World, { state = 'LA', ...changes }: CentreOptions = {}): Promise<string> {
  const { id: state_id } = await world.db
    .selectFrom('states')
    .select('id')
    .where('code', '=', `NG-${state}`)
    .executeTakeFirstOrThrow()
  const id = newId()
  const address = { state_id, name: 'Ikeja', address: '1 Obafemi Awolowo Way', city: 'Ikeja', contact_phone: null }
  const terms = { opening_hours: 'Mo-Fr 08:00-13:00', capacity_per_hour: 4, status: 'active' }
  await world.db
    .insertInto('inspection_centres')
    .values({ id, ...address, ...terms, ...changes, created_at: world.clock.now })
    .execute()
  return id
}
