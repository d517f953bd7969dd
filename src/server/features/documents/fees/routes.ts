import type { FastifyInstance } from 'fastify'
import { brand } from '#brand.ts'
import * as table from '#contract/documents/desk/document-fee-table.ts'
import * as fees from '#contract/documents/desk/document-fees.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { mount } from '#server/http/mount.ts'
import { decodeFile, exportFees, importFees } from './fee-files.ts'
import { changeFee, createFee, endFee, getFee, removeFee } from './fee-records.ts'
import { findFeeTable } from './fee-table.ts'

/** What staff does with the fees of vehicle documents. */
export function documentFeeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, fees.getDocumentFee, ({ params }) => getFee(db, params.id, clock()))
  mountCommand(app, deps, fees.createDocumentFee, (tx, { body, user }, now) => createFee(tx, body, user.user_id, now))
  mountCommand(app, deps, fees.changeDocumentFee, (tx, { params, body, user }, now) =>
    changeFee(tx, params.id, body, user.user_id, now),
  )
  mountCommand(app, deps, fees.endDocumentFee, (tx, { params, body }, now) => endFee(tx, params.id, body, now))
  mountCommand(app, deps, fees.deleteDocumentFee, (tx, { params }, now) => removeFee(tx, params.id, now))
  mount(app, table.getFeeTable, ({ query }) => findFeeTable(db, query, clock()))
  void app.register(async (uploads) => {
    // Before the body is read, so that strangers cannot make the server read large files.
    uploads.addHook('onRequest', async ({ signedIn }, reply) => {
      reply.header('cache-control', 'private, no-store')
      if (signedIn === undefined) throw new AppError('unauthorized')
      if (!signedIn.access.has('document_fees.create')) throw new AppError('forbidden')
    })
    acceptForms(uploads, table.maxFeeFile_bytes)
    mountCommand(uploads, deps, table.importFees, async (tx, { request, user, locale }, now) => {
      const { fields, files } = request.body as Form
      const file = files.get('file')
      if (file === undefined || file.content.length === 0) throw fieldError('file', 'required')
      const upload = { csv: await decodeFile(file.content), stores: fields.get('stores') === 'true' }
      return importFees(tx, upload, { actor_id: user.user_id, locale }, now)
    })
  })
  mount(app, table.exportFees, ({ reply }) => {
    reply.type('text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="${brand.slug}-document-fees.csv"`)
    return exportFees(db)
  })
}
