import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { maxPhoto_bytes } from '#contract/bookings/booking-changes.ts'
import { addPicture as addPictureCall, getPicture, pictureUrl } from '#contract/catalogue/desk/pictures.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { readJpegSize } from '#server/features/parks/manage/jpeg-size.ts'
import { AppError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { mount } from '#server/http/mount.ts'
import type { Job } from '#server/jobs.ts'
import { cleanPhoto, getChosenPhoto, unusedBefore } from '#server/output/photos.ts'

/** Longest sides of the two sizes of a picture. */
const [full_px, small_px] = [1_600, 480]
const year_s = 365 * 24 * 60 * 60

/** What shows pictures, as the tables and columns with their addresses. */
const shownIn = [
  ['item_pictures', 'path'],
  ['item_categories', 'picture'],
  ['offers', 'picture'],
  ['promo_codes', 'picture'],
  ['sliders', 'wide_picture'],
  ['sliders', 'narrow_picture'],
] as const

interface Prepared {
  content: Buffer
  small: Buffer
  width: number
  height: number
}

async function readPicture(db: Db, id: string, size: 'full' | 'small'): Promise<Buffer> {
  const column = size === 'small' ? ('small' as const) : ('content' as const)
  const row = await db.selectFrom('pictures').select(`${column} as content`).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return Buffer.from(row.content)
}

async function prepare(deps: Pick<Deps, 'workers'>, form: Form): Promise<Prepared> {
  const { content } = await cleanPhoto(deps, getChosenPhoto(form), full_px)
  const { content: small } = await cleanPhoto(deps, content, small_px)
  return { content: Buffer.from(content), small: Buffer.from(small), ...readJpegSize(Buffer.from(content)) }
}

/** Pictures of the shop: their upload by staff, and their public addresses. */
export function pictureRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, getPicture, async ({ params, query, reply }) => {
    const content = await readPicture(deps.db, params.picture_id, query.size)
    reply.type('image/jpeg').header('cache-control', `public, max-age=${year_s}, immutable`)
    return content
  })
  // A plugin scope of its own, because no other route accepts forms of this size.
  void app.register(async (uploads) => {
    // Before the body is read, so that strangers cannot make the server read large files.
    uploads.addHook('onRequest', async ({ signedIn }) => {
      if (signedIn === undefined) throw new AppError('unauthorized')
      if (!signedIn.access.has('pictures.create')) throw new AppError('forbidden')
    })
    acceptForms(uploads, maxPhoto_bytes)
    // Before the transaction, which must not wait for the worker.
    uploads.addHook('preHandler', async (request) => {
      const form = request.body as Form
      request.body = await prepare(deps, form)
    })
    mountChange(uploads, deps, addPictureCall, (tx, { request, now }) => addPicture(tx, request.body as Prepared, now))
  })
}

async function addPicture(tx: Tx, picture: Prepared, now: Date) {
  const id = newId(now.getTime())
  await tx
    .insertInto('pictures')
    .values({ id, ...picture, created_at: now })
    .execute()
  const { width, height } = picture
  return {
    answer: { url: pictureUrl(id), width, height },
    changes: [{ kind: 'picture', id, after: { width, height } }],
  }
}

/** Deletes pictures that nothing shows: uploaded for a form that was not saved, or replaced. */
export async function deleteUnusedPictures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const used = shownIn.map(
    ([table, column]) => sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${pictureUrl('')} || p.id`,
  )
  await sql`delete from pictures p where p.created_at < ${unusedBefore(clock())}::timestamptz
    and not exists (${sql.join(used, sql` union all `)})`.execute(db)
}

export const catalogueJobs: Job[] = [{ name: 'delete_unused_pictures', every_s: 3_600, run: deleteUnusedPictures }]
