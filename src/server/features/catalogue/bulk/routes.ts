import { Buffer } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as contract from '#contract/catalogue/desk/item-changes.ts'
import { identity } from '#contract/settings/company.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import type { createSheet } from '#server/features/lists/sheet.ts'
import { noScope, type Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { mount } from '#server/http/mount.ts'
import { byteOrderMark, formatCsv } from '#server/output/csv.ts'
import type { FileRow } from '#server/read-csv.ts'
import { readTable } from '#server/read-table.ts'
import { changeItems, importItems, listItemChanges, undoItemChange } from './change-items.ts'
import { writeItems } from './item-file.ts'
import { readSnapshot } from './item-snapshot.ts'

const sheet = { module: new URL('../../lists/sheet.ts', import.meta.url).href, name: 'createSheet' }

/** Many items changed at once, by a file or for the chosen rows, and undone as one. */
export function itemChangeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, workers } = deps
  mount(app, contract.listItemChanges, async () => ({ items: await listItemChanges(db, clock()) }))
  mountChange(app, deps, contract.changeItems, (tx, { body, user, locale, now }) =>
    changeItems(tx, body, { user, locale, now }),
  )
  mountChange(app, deps, contract.undoItemChange, (tx, { params, user, locale, now }) =>
    undoItemChange(tx, params.id, { user, locale, now }),
  )
  void app.register(async (uploads) => {
    // Before the body is read, so that strangers cannot make the server read large files.
    uploads.addHook('onRequest', async ({ signedIn }, reply) => {
      reply.header('cache-control', 'private, no-store')
      if (signedIn === undefined) throw new AppError('unauthorized')
      if (!signedIn.access.has('items.update')) throw new AppError('forbidden')
    })
    acceptForms(uploads, contract.maxItemFile_bytes)
    mountChange(
      uploads,
      deps,
      contract.importItems,
      async (tx, { request, user, locale, now }, rows: FileRow[]) => {
        const { fields, files } = request.body as Form
        const branch_ids = await findBranches(tx, user.access.get('stock.view') ?? noScope)
        const upload = {
          stores: fields.get('stores') === 'true',
          digest: fields.get('digest') ?? null,
          // Control characters and those that reverse a text are of no use in a name.
          name:
            files
              .get('file')!
              .name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
              .slice(-120) || 'file',
        }
        return importItems(tx, rows, branch_ids, upload, { user, locale, now })
      },
      {
        prepare: ({ request }) => {
          const file = (request.body as Form).files.get('file')
          if (file === undefined || file.content.length === 0) throw fieldError('file', 'required')
          return readTable(workers.uploads, file.content)
        },
      },
    )
  })
  mount(app, contract.exportItems, async ({ query, user, reply }) => {
    const branch_ids = await findBranches(db, user.access.get('stock.view') ?? noScope)
    const { headings, rows } = writeItems(await readSnapshot(db, { branch_ids }))
    reply.header('content-disposition', `attachment; filename="${identity.slug}-items.${query.format}"`)
    if (query.format === 'csv') {
      reply.type('text/csv; charset=utf-8')
      return byteOrderMark + formatCsv([headings, ...rows.map((row) => row.map((cell) => cell ?? ''))])
    }
    reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    return Buffer.from(await workers.exports.run<typeof createSheet>(sheet, 'items', headings, rows))
  })
}

/** A file has a column of stock for each of so many branches; others change it in the list of stock. */
const mostBranches = 60

async function findBranches(db: Db | Tx, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from branches b where ${withinBranches(sql.ref('b.id'), scope)} order by name limit ${mostBranches}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
