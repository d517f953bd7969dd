import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { addLogo as addLogoCall } from '#contract/settings/logo-upload.ts'
import { maxLogo_bytes } from '#contract/settings/logos.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { unusedBefore } from '#server/output/photos.ts'
import { JobEnded } from '#server/workers/pool.ts'
import type { Logo, readLogo } from '#server/workers/read-logo.ts'

const reading = { module: new URL('../../workers/read-logo.ts', import.meta.url).href, name: 'readLogo' }
const year_s = 365 * 24 * 60 * 60
const extensions = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/webp': 'webp' } as const

/** A drawing that is opened by its address runs nothing and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The upload of logos. Before the body is read, its sender is known. */
export function logoRoutes(app: FastifyInstance, deps: Deps): void {
  // A plugin scope of its own, because no other route accepts forms of this size.
  void app.register(async (uploads) => {
    uploads.addHook('preParsing', async ({ signedIn }) => {
      if (signedIn === undefined) throw new AppError('unauthorized')
      if (!signedIn.access.has('settings.update')) throw new AppError('forbidden')
    })
    acceptForms(uploads, maxLogo_bytes)
    // Before the transaction, which must not wait for the worker.
    uploads.addHook('preHandler', async (request) => {
      request.body = await readForm(deps, request.body as Form)
    })
    mountChange(uploads, deps, addLogoCall, (tx, { request, now }) => addLogo(tx, request.body as Logo, now))
  })
}

/** Throws a 422 for what is no drawing, PNG or WebP. */
async function readForm({ workers }: Pick<Deps, 'workers'>, { files }: Form): Promise<Logo> {
  const content = files.get('photo')?.content
  if (content === undefined || content.length === 0) throw fieldError('photo', 'required')
  const logo = await workers.uploads.run<typeof readLogo>(reading, content).catch((error: unknown) => {
    if (error instanceof JobEnded) return undefined
    throw error
  })
  if (logo === undefined) throw fieldError('photo', 'logo')
  return logo
}

/** Stores a logo once: the same file gets the same address. */
async function addLogo(tx: Tx, { type, content, png, width, height }: Logo, now: Date) {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  // In letters: nothing in an email but a code has six digits in a row.
  const hash = digest.replaceAll(/./g, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]!)
  const name = `${width}x${height}-${hash}`
  await tx
    .insertInto('logos')
    .values({ name, type, content: Buffer.from(content), png: Buffer.from(png), created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return {
    answer: { url: `/brand/${name}.${extensions[type]}`, width, height },
    changes: [{ kind: 'setting' as const, id: 'theme', after: { file: name } }],
  }
}

/** Serves logos, as they were sent and as PNG. */
export function serveLogos(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.get<{ Params: { file: string } }>('/brand/:file', { schema: { hide: true } }, async ({ params }, reply) => {
    const [name = '', extension = ''] = params.file.split('.')
    const row = await db.selectFrom('logos').selectAll().where('name', '=', name).executeTakeFirst()
    if (row === undefined) throw new AppError('not_found')
    const isOwn = extensions[row.type as keyof typeof extensions] === extension
    if (!isOwn && extension !== 'png') throw new AppError('not_found')
    return reply
      .type(isOwn ? row.type : 'image/png')
      .header('cache-control', `public, max-age=${year_s}, immutable`)
      .header('content-security-policy', policy)
      .send(Buffer.from(isOwn ? row.content : row.png))
  })
}

/** Whether a logo with this address was sent to this installation. */
export async function isStoredLogo(db: Db | Tx, address: string): Promise<boolean> {
  const row = await db.selectFrom('logos').select('type').where('name', '=', nameOf(address)).executeTakeFirst()
  return row !== undefined && address.endsWith(`.${extensions[row.type as keyof typeof extensions]}`)
}

/** Reads a logo as a PNG; undefined for one that is not there. */
export async function readPng(db: Db, address: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('logos').select('png').where('name', '=', nameOf(address)).executeTakeFirst()
  return row?.png
}

/** Deletes logos that were sent and never saved. One that a setting had can be put back, and stays. */
export async function deleteUnusedLogos({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await sql`delete from logos l where l.created_at < ${unusedBefore(clock())}::timestamptz
    and not exists (select from settings s where s.key = 'site_settings.theme' and position('/brand/' || l.name in s.value::text) > 0)
    and not exists (select from audit_log a where a.kind = 'setting' and a.record_id = 'theme'
      and position('/brand/' || l.name in concat(a.before, a.after)) > 0)`.execute(db)
}

const nameOf = (address: string): string => address.slice('/brand/'.length, address.lastIndexOf('.'))
