import type { FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Scope } from '#server/http/caller.ts'
import type { createGatePoster, PosterPark } from './gate-poster.ts'
import { getManagedPark } from './managed-park.ts'

const poster = { module: new URL('./gate-poster.ts', import.meta.url).href, name: 'createGatePoster' }

/** Draws the poster for a park's gate in a worker. Throws `not_found`, `overloaded` when too many wait. */
export async function drawGatePoster(deps: Deps, scope: Scope, id: string, reply: FastifyReply): Promise<Buffer> {
  const { db, clock, workers, publicUrl } = deps
  await getManagedPark(db, scope, id)
  const park = await db
    .selectFrom('parks as p')
    .innerJoin('countries as c', 'c.id', 'p.country_id')
    .select(['p.park_code', 'p.name', 'p.address', 'p.city', 'p.near', 'c.code as country_code'])
    .$narrowType<Pick<PosterPark, 'near' | 'country_code'>>()
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
  const url = `${publicUrl()}/booking/${park.park_code}`
  const file = await workers.documents.run<typeof createGatePoster>(poster, park, url, clock())
  reply.type('application/pdf').header('content-disposition', `inline; filename="${park.park_code}.pdf"`)
  return Buffer.from(file)
}
