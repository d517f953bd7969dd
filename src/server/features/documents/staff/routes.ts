import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/documents/desk/document-requests.ts'
import { findInspectionTimes } from '#contract/documents/desk/inspection-times.ts'
import { documentFileRules } from '#contract/documents/document-rules.ts'
import { makeDocumentRequest } from '#contract/leads/desk.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/access/audit.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { AppError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { mount } from '#server/http/mount.ts'
import { checkFile, type CheckedFile } from '../files/check-file.ts'
import { readFile, storeDocumentFile } from '../files/files.ts'
import { sendFile } from '../files/routes.ts'
import { askCustomer, bookByStaff, deleteByStaff, quoteByStaff, type StaffContext } from './actions.ts'
import { findTimesForStaff } from './inspection-times.ts'
import { makeRequestOfLead } from './lead-request.ts'
import * as paid from './paid-actions.ts'
import { enterDocumentResult, refundByStaff } from './results.ts'
import { getStaffRequest } from './staff-request.ts'

/** What staff does with requests for vehicle documents. */
export function staffDocumentRoutes(app: FastifyInstance, deps: Deps): void {
  const by = ({ user }: { user: { user_id: string } }, now: Date): StaffContext => ({
    deps,
    actor_id: user.user_id,
    now,
  })
  mount(app, contract.getDeskDocument, ({ params }) => getStaffRequest(deps.db, params.id, deps.clock()))
  mount(app, findInspectionTimes, ({ params, query }) => findTimesForStaff(deps, params.id, query.day))
  mountCommand(app, deps, makeDocumentRequest, (tx, call, now) =>
    makeRequestOfLead(tx, by(call, now), call.params.id, call.language),
  )
  mountCommand(app, deps, contract.deleteDocuments, (tx, call, now) =>
    deleteByStaff(tx, by(call, now), call.params.id, call.query.version),
  )
  mountCommand(app, deps, contract.quoteDocuments, (tx, call, now) => quoteByStaff(tx, by(call, now), call.params.id))
  mountCommand(app, deps, contract.askForMissing, (tx, call, now) =>
    askCustomer(tx, by(call, now), call.params.id, call.body.reason),
  )
  mountCommand(app, deps, contract.bookInspection, (tx, call, now) =>
    bookByStaff(tx, by(call, now), call.params.id, call.body),
  )
  mountCommand(app, deps, contract.passInspection, (tx, call, now) =>
    paid.decideInspection(tx, by(call, now), call.params.id, 'passed'),
  )
  mountCommand(app, deps, contract.failInspection, (tx, call, now) =>
    paid.decideInspection(tx, by(call, now), call.params.id, 'failed', call.body.reason),
  )
  mountCommand(app, deps, contract.submitDocuments, (tx, call, now) =>
    paid.submitByStaff(tx, by(call, now), call.params.id, call.body.agency_receipt),
  )
  mountCommand(app, deps, contract.enterResult, (tx, call, now) =>
    enterDocumentResult(tx, by(call, now), call.params.id, call.body),
  )
  mountCommand(app, deps, contract.dispatchDocuments, (tx, call, now) =>
    paid.dispatchByStaff(tx, by(call, now), call.params.id, call.body),
  )
  mountCommand(app, deps, contract.offerPickup, (tx, call, now) =>
    paid.offerPickupByStaff(tx, by(call, now), call.params.id, call.body),
  )
  mountCommand(app, deps, contract.handOverDocuments, (tx, call, now) =>
    paid.handOverByStaff(tx, by(call, now), call.params.id, call.body.code),
  )
  mountCommand(app, deps, contract.cancelDocuments, (tx, call, now) =>
    paid.cancelByStaff(tx, by(call, now), call.params.id, call.body.reason),
  )
  mountCommand(app, deps, contract.refundDocuments, (tx, call, now) =>
    refundByStaff(tx, by(call, now), call.params.id, call.body),
  )
  fileRoutes(app, deps)
}

/** Files of requests for staff: reports and scans are added, and each view is in the audit log. */
function fileRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getStaffFile, async ({ params: { id, file_id }, request, reply }) => {
    const now = deps.clock()
    const file = await transact(deps.db, async (tx) => {
      await getStaffRequest(tx, id, now)
      const read = await readFile(tx, id, file_id)
      const call = { user: request.signedIn!, permission: 'documents.view', action: 'getStaffFile' } as const
      const viewed = { kind: 'document_request', id, after: { file: read.name } }
      await recordAudit(tx, { ...call, request_id: request.id, ip: request.ip }, viewed, now)
      return read
    })
    return sendFile(reply, file)
  })
  // A plugin scope of its own, because no other route accepts forms of this size.
  void app.register(async (uploads) => {
    // Before the body is read, so that strangers cannot make the server read large files.
    uploads.addHook('onRequest', async ({ signedIn }, reply) => {
      reply.header('cache-control', 'private, no-store')
      if (signedIn === undefined) throw new AppError('unauthorized')
      if (!signedIn.access.has('documents.update')) throw new AppError('forbidden')
    })
    acceptForms(uploads, documentFileRules.most_bytes)
    // Before the transaction, which must not wait for the worker.
    uploads.addHook('preHandler', async (request) => {
      request.body = await checkFile(deps, (request.body as Form).files.get('file'))
    })
    mountCommand(uploads, deps, contract.addStaffFile, (tx, { params, query, user, request }, now) =>
      addFile(
        tx,
        { ...(request.body as CheckedFile), purpose: query.purpose, kind: query.kind ?? null, user_id: user.user_id },
        params.id,
        now,
      ),
    )
  })
}

type StaffFile = Parameters<typeof storeDocumentFile>[2]

async function addFile(tx: Tx, file: StaffFile, id: string, now: Date) {
  await getStaffRequest(tx, id, now)
  const { name, purpose } = await storeDocumentFile(tx, id, file, now)
  const answer = await getStaffRequest(tx, id, now)
  return { answer, changes: [{ kind: 'document_request', id, after: { file: name, purpose } }] }
}
