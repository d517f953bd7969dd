import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { toPage, type Page } from '#contract/fields.ts'
import { listParks, type ParkSummary } from '#contract/parks/parks.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { findWindow } from '#server/features/availability/window.ts'
import { getVehicleType, isListed } from '#server/features/parks/offers.ts'
import { findSummaries } from '#server/features/parks/summaries.ts'
import type { ListQuery } from '#server/features/search/search-query.ts'
import { distanceTo } from '#server/geo.ts'
import { mount, useContract } from '#server/http/mount.ts'

/** The baseline for the search index: the list of the nearest parks by SQL, at the same path. */
export function sqlListApp(db: Db): FastifyInstance {
  const app = Fastify()
  useContract(app)
  mount(app, listParks, ({ query, language }) => findNearestBySql(db, query, language, new Date()))
  return app
}

async function findNearestBySql(db: Db, query: ListQuery, language: Language, now: Date): Promise<Page<ParkSummary>> {
  const { page, size, lat, lng } = query
  const centre = { lat: lat!, lng: lng! }
  const vehicle = await getVehicleType(db, query.vehicle_type_id)
  const counted = await sql<{ total: number }>`select count(*)::int as total from parks p where ${isListed}`.execute(db)
  const nearest = await sql<{ id: string }>`
    select p.id from parks p where ${isListed} order by ${distanceTo(centre)}, p.id
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  const ids = nearest.rows.map(({ id }) => id)
  const view = { vehicle, window: findWindow(query, now), centre, now, language }
  return toPage(await findSummaries(db, ids, view), counted.rows[0]!.total, page, size)
}
