import type { FastifyInstance, FastifyReply } from 'fastify'
import * as cameras from '#contract/gate/gate-reads.ts'
import { pagePath } from '#contract/pages.ts'
import * as capacity from '#contract/parks/desk/capacity.ts'
import * as changes from '#contract/parks/desk/park-changes.ts'
import * as park from '#contract/parks/desk/park-record.ts'
import type { ParkRecord } from '#contract/parks/desk/park-record.ts'
import * as tariffs from '#contract/parks/desk/tariffs.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountChange } from '#server/features/access/change.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import { startTerm } from '../confirmation.ts'
import { changeParks, listParkChanges, undoParkChange } from './bulk/change-parks.ts'
import { addCamera, findCameras, revokeCamera } from './cameras.ts'
import { getCapacity } from './capacity-queries.ts'
import { changeCapacity } from './capacity.ts'
import { closePark, reopenPark } from './closures.ts'
import { getParkRecord, restoreFacts, updatePark } from './facts.ts'
import type { createGatePoster, PosterPark } from './gate-poster.ts'
import { addGuard, findGuards, removeGuard, revokeGuardDevice } from './guards.ts'
import { changeManagedPark, getManagedPark } from './managed-park.ts'
import { photoRoutes } from './photo-routes.ts'
import { deletePlannedTariff, saveTariff } from './tariff-commands.ts'
import { previewTariff } from './tariff-preview.ts'
import { getTariffs } from './tariff-queries.ts'

const poster = { module: new URL('./gate-poster.ts', import.meta.url).href, name: 'createGatePoster' }

/** Draws the poster for a park's gate in a worker. Throws `not_found`, `overloaded` when too many wait. */
async function drawGatePoster(deps: Deps, scope: Scope, id: string, reply: FastifyReply): Promise<Buffer> {
  const { db, clock, workers, publicUrl } = deps
  await getManagedPark(db, scope, id)
  const park = await db
    .selectFrom('parks as p')
    .innerJoin('countries as c', 'c.id', 'p.country_id')
    .select(['p.park_code', 'p.name', 'p.address', 'p.city', 'p.near', 'c.code as country_code'])
    .$narrowType<Pick<PosterPark, 'near' | 'country_code'>>()
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
  const url = publicUrl() + pagePath('gate', { slug: park.park_code })
  const file = await workers.documents.run<typeof createGatePoster>(poster, park, url, clock())
  reply.type('application/pdf').header('content-disposition', `inline; filename="${park.park_code}.pdf"`)
  return Buffer.from(file)
}

/** What staff and partners change of their car parks. */
export function manageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, changes.listParkChanges, async ({ user }) => ({
    items: await listParkChanges(db, { user, now: clock() }),
  }))
  mountChange(app, deps, changes.changeParks, (tx, { body, user, locale, now }) =>
    changeParks(tx, body, { user, locale, now }),
  )
  mountChange(app, deps, changes.undoParkChange, (tx, { params, user, locale, now }) =>
    undoParkChange(tx, params.id, { user, locale, now }),
  )
  mount(app, capacity.getCapacity, ({ params, query, scope }) => getCapacity(db, scope, params.id, query, clock()))
  mountChange(app, deps, capacity.changeCapacity, (tx, { params, body, scope, locale, now }) =>
    changeCapacity(tx, { scope, locale, now }, params.id, body),
  )
  mountChange(app, deps, capacity.closePark, (tx, { params, body, scope, now }) =>
    closePark(tx, { scope, now }, params.id, body),
  )
  mountChange(app, deps, capacity.reopenPark, (tx, { params, scope, now }) => reopenPark(tx, { scope, now }, params))
  mount(app, tariffs.getTariffs, ({ params, query, scope }) =>
    getTariffs(db, scope, params.id, query.vehicle_type_id, clock()),
  )
  mount(app, tariffs.previewTariff, ({ params, body, scope }) => previewTariff(db, scope, params.id, body, clock()))
  mountChange(app, deps, tariffs.saveTariff, (tx, { params, body, scope, now }) =>
    saveTariff(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, tariffs.deletePlannedTariff, (tx, { params, scope, now }) =>
    deletePlannedTariff(tx, scope, params, now),
  )
  mount(app, park.getParkRecord, ({ params, scope }) => getParkRecord(db, scope, params.id, clock()))
  mountChange(app, deps, park.updatePark, (tx, { params, body, scope, now }) =>
    updatePark(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, park.restoreParkFacts, (tx, { params, body, scope, now }) =>
    restoreFacts(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, park.confirmPark, (tx, { params, body, scope, now }) =>
    confirmPark(tx, scope, params.id, body.version, now),
  )
  mount(app, park.downloadGatePoster, ({ params, scope, reply }) => drawGatePoster(deps, scope, params.id, reply))
  mount(app, park.listGuards, ({ params, scope }) => findGuards(db, scope, params.id))
  mountChange(app, deps, park.addGuard, (tx, { user, params, body, scope, now }) =>
    addGuard(tx, { actor: user, scope, now }, params.id, body.email),
  )
  mountChange(app, deps, park.removeGuard, (tx, { user, params, scope }) =>
    removeGuard(tx, { actor: user, scope }, params),
  )
  mountChange(app, deps, park.revokeGuardDevice, (tx, { user, params, scope, now }) =>
    revokeGuardDevice(tx, { actor: user, scope, now }, params),
  )
  mount(app, cameras.listCameras, ({ params, scope }) => findCameras(db, scope, params.id))
  mountChange(app, deps, cameras.addCamera, (tx, { params, body, scope, now }) =>
    addCamera(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, cameras.revokeCamera, (tx, { params, scope, now }) => revokeCamera(tx, scope, params, now))
  photoRoutes(app, deps)
}

/**
 * Confirms that spaces, hours and entrance of a park are right, for another 90 days; one that lapsed sells again. Throws
 * `not_found`, `changed_meanwhile`, and `invalid_transition` for one that no operator has to confirm.
 */
async function confirmPark(
  tx: Tx,
  scope: Scope,
  id: string,
  version: number,
  now: Date,
): Promise<{ answer: ParkRecord; changes: AuditedChange[] }> {
  const { partner_id } = await changeManagedPark(tx, scope, id, version)
  const { confirm_by, lapsed_at } = await getParkRecord(tx, scope, id, now)
  if (confirm_by === null) throw new AppError('invalid_transition')
  await startTerm(tx, id, now)
  const answer = await getParkRecord(tx, scope, id, now)
  return {
    answer,
    changes: [
      {
        kind: 'park',
        id,
        partner_id,
        before: { confirm_by, lapsed_at },
        after: { confirm_by: answer.confirm_by, lapsed_at: null },
      },
    ],
  }
}
