import type { FastifyInstance } from 'fastify'
import { maxPhoto_bytes } from '#contract/bookings/booking-changes.ts'
import * as contract from '#contract/parks/desk/park-photos.ts'
import { getParkPhoto } from '#contract/parks/parks.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { AppError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { mount } from '#server/http/mount.ts'
import {
  addPhoto,
  findPhotos,
  getPhoto,
  movePhoto,
  preparePhoto,
  type PreparedPhoto,
  removePhoto,
  setEntrances,
  updatePhoto,
} from './photos.ts'

const year_s = 365 * 24 * 60 * 60

/** Photos and entrances of car parks. */
export function photoRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, getParkPhoto, async ({ params, query, reply }) => {
    const content = await getPhoto(db, params.photo_id, query.size)
    reply.type('image/jpeg').header('cache-control', `public, max-age=${year_s}, immutable`)
    return content
  })
  mount(app, contract.listPhotos, ({ params, scope }) => findPhotos(db, scope, params.id))
  mountChange(app, deps, contract.updatePhoto, (tx, { params, body, scope }) => updatePhoto(tx, scope, params, body))
  mountChange(app, deps, contract.movePhoto, (tx, { params, body, scope }) =>
    movePhoto(tx, scope, params, body.direction),
  )
  mountChange(app, deps, contract.removePhoto, (tx, { params, scope }) => removePhoto(tx, scope, params))
  mountChange(app, deps, contract.setEntrances, (tx, { params, body, scope, now }) =>
    setEntrances(tx, scope, params.id, body, now),
  )
  mountUpload(app, deps)
}

/** A plugin scope of its own, because no other route accepts forms of this size. */
function mountUpload(app: FastifyInstance, deps: Deps): void {
  void app.register(async (uploads) => {
    // Before the body is read, so that strangers cannot make the server read large files.
    uploads.addHook('onRequest', async ({ signedIn }) => {
      if (signedIn === undefined) throw new AppError('unauthorized')
      if (!signedIn.access.has('parks.update')) throw new AppError('forbidden')
    })
    acceptForms(uploads, maxPhoto_bytes)
    // Before the transaction, which must not wait for the worker.
    uploads.addHook('preHandler', async (request) => {
      request.body = await preparePhoto(deps, request.body as Form)
    })
    mountChange(uploads, deps, contract.addPhoto, (tx, { params, scope, request, now }) =>
      addPhoto(tx, scope, params.id, request.body as PreparedPhoto, now),
    )
  })
}
