import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/documents/document-files.ts'
import { documentFileRules } from '#contract/documents/document-rules.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { AppError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { mount } from '#server/http/mount.ts'
import { findOwnRequestId } from '../requests/change-status.ts'
import { checkFile, type CheckedFile } from './check-file.ts'
import { addOwnFile, removeOwnFile, findFiles, readFile } from './files.ts'

/** Sends a file as a download that no browser takes for a page, whatever it contains. */
export function sendFile(
  reply: FastifyReply,
  { name, type, content }: { name: string; type: string; content: Buffer },
) {
  reply
    .type(type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
  return content
}

/** Files of customers' own requests. */
export function documentFileRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, contract.listDocumentFiles, async ({ user, params }) => ({
    items: await findFiles(db, await findOwnRequestId(db, user.user_id, params.id)),
  }))
  mount(app, contract.getDocumentFile, async ({ user, params, reply }) => {
    const id = await findOwnRequestId(db, user.user_id, params.id)
    return sendFile(reply, await readFile(db, id, params.file_id))
  })
  mountChange(app, deps, contract.removeDocumentFile, (tx, { user, params }) =>
    removeOwnFile(tx, user.user_id, params.id, params.file_id),
  )
  // A plugin scope of its own, because no other route accepts forms of this size.
  void app.register(async (uploads) => {
    // Before the body is read, so that strangers cannot make the server read large files.
    uploads.addHook('onRequest', async ({ signedIn }) => {
      if (signedIn === undefined) throw new AppError('unauthorized')
    })
    acceptForms(uploads, documentFileRules.most_bytes)
    // Before the transaction, which must not wait for the worker.
    uploads.addHook('preHandler', async (request) => {
      const { id } = request.params as { id: string }
      await findOwnRequestId(db, request.signedIn!.user_id, id)
      request.body = await checkFile(deps, (request.body as Form).files.get('file'))
    })
    mountChange(uploads, deps, contract.addDocumentFile, (tx, call) => {
      const file = call.request.body as CheckedFile
      return addOwnFile(tx, call, call.params.id, { ...file, kind: call.query.kind ?? null })
    })
  })
}
