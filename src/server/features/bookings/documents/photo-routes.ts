import type { FastifyInstance } from 'fastify'
import { getCannotParkPhoto, photoMost_bytes, sendCannotParkPhoto } from '#contract/booking-changes.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount } from '#server/http.ts'
import { toFileExtension, getPhoto, savePhoto, parsePhoto } from './photos.ts'

/** What a form has beside its file: names and boundaries. */
const formMore_bytes = 16 * 1024

/** Photos have a scope of their own: nowhere else is a form taken, or a body of this size. */
export function photoRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register(async (photos) => {
    // Nobody's megabytes are read before it is known whose they are.
    photos.addHook('onRequest', async ({ signedIn }) => {
      if (signedIn === undefined) throw new AppError('unauthorized')
    })
    photos.removeAllContentTypeParsers()
    photos.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: photoMost_bytes + formMore_bytes },
      async (_request: unknown, body: Buffer) => body,
    )
    mount(photos, sendCannotParkPhoto, async ({ user, params, request }) => {
      const type = request.headers['content-type'] ?? ''
      await savePhoto(deps, user, params.id, await parsePhoto({ type, body: request.body as Buffer }))
    })
    mount(photos, getCannotParkPhoto, async ({ user, params, reply }) => {
      const { type, content, booking_code } = await getPhoto(deps.db, user, params.id)
      reply.type(type).header('cache-control', 'private, no-store')
      reply.header('content-disposition', `inline; filename="${booking_code}.${toFileExtension(type)}"`)
      return content
    })
  })
}
