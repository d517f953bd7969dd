import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/documents/desk/document-requests.ts'
import { findInspectionTimes } from '#contract/documents/desk/inspection-times.ts'
import { addStaffFile, getStaffFile } from '#contract/documents/desk/staff-files.ts'
import { documentFileRules } from '#contract/documents/document-rules.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { makeDocumentRequest } from '#contract/leads/desk.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange, type Change } from '#server/features/access/change.ts'
import { AppError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { mount } from '#server/http/mount.ts'
import { checkFile, type CheckedFile } from '../files/check-file.ts'
import { readFile, storeDocumentFile } from '../files/files.ts'
import { sendFile } from '../files/routes.ts'
import type { RequestRow } from '../requests/change-status.ts'
import { findTimes } from '../requests/inspection.ts'
import { askCustomer, bookByStaff, deleteByStaff, quoteByStaff, type StaffContext } from './actions.ts'
import { assignRequest, releaseRequest, takeNextRequest, takeRequest } from './assignments.ts'
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
  mountChange(app, deps, makeDocumentRequest, (tx, call) =>
    makeRequestOfLead(tx, by(call, call.now), call.params.id, call.language),
  )
  mountChange(app, deps, contract.takeDocuments, (tx, call) => takeRequest(tx, by(call, call.now), call.params.id))
  mountChange(app, deps, contract.releaseDocuments, (tx, call) =>
    releaseRequest(tx, by(call, call.now), call.params.id),
  )
  mountChange(app, deps, contract.assignDocuments, (tx, call) =>
    assignRequest(tx, by(call, call.now), call.params.id, call.body.colleague),
  )
  mountChange(app, deps, contract.takeNextDocuments, (tx, call) =>
    takeNextRequest(tx, by(call, call.now), call.body.after ?? null),
  )
  mountChange(app, deps, contract.deleteDocuments, (tx, call) =>
    deleteByStaff(tx, by(call, call.now), call.params.id, call.query.version),
  )
  mountChange(app, deps, contract.quoteDocuments, (tx, call) => quoteByStaff(tx, by(call, call.now), call.params.id))
  mountChange(app, deps, contract.askForMissing, (tx, call) =>
    askCustomer(tx, by(call, call.now), call.params.id, call.body.reason),
  )
  mountChange(app, deps, contract.bookInspection, (tx, call) =>
    bookByStaff(tx, by(call, call.now), call.params.id, call.body),
  )
  mountChange(app, deps, contract.passInspection, (tx, call) =>
    paid.decideInspection(tx, by(call, call.now), call.params.id, 'passed'),
  )
  mountChange(app, deps, contract.failInspection, (tx, call) =>
    paid.decideInspection(tx, by(call, call.now), call.params.id, 'failed', call.body.reason),
  )
  mountChange(app, deps, contract.submitDocuments, (tx, call) =>
    paid.submitByStaff(tx, by(call, call.now), call.params.id, call.body.agency_receipt),
  )
  mountChange(app, deps, contract.enterResult, (tx, call) =>
    enterDocumentResult(tx, by(call, call.now), call.params.id, call.body),
  )
  mountChange(app, deps, contract.dispatchDocuments, (tx, call) =>
    paid.dispatchByStaff(tx, by(call, call.now), call.params.id, call.body),
  )
  mountChange(app, deps, contract.offerPickup, (tx, call) =>
    paid.offerPickupByStaff(tx, by(call, call.now), call.params.id, call.body),
  )
  mountChange(app, deps, contract.handOverDocuments, (tx, call) =>
    paid.handOverByStaff(tx, by(call, call.now), call.params.id, call.body.code),
  )
  mountChange(app, deps, contract.cancelDocuments, (tx, call) =>
    paid.cancelByStaff(tx, by(call, call.now), call.params.id, call.body.reason),
  )
  mountChange(app, deps, contract.refundDocuments, (tx, call) =>
    refundByStaff(tx, by(call, call.now), call.params.id, call.body),
  )
  fileRoutes(app, deps)
}

/** Files of requests for staff: reports and scans are added, and each view is in the audit log. */
function fileRoutes(app: FastifyInstance, deps: Deps): void {
  const viewFile = async (tx: Tx, { params: { id, file_id }, now }: Change<typeof getStaffFile>) => {
    await getStaffRequest(tx, id, now)
    const answer = await readFile(tx, id, file_id)
    return { answer, changes: [{ kind: 'document_request', id, after: { file: answer.name } }] }
  }
  mountChange(app, deps, getStaffFile, viewFile, { finish: (file, { reply }) => sendFile(reply, file) })
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
    mountChange(uploads, deps, addStaffFile, (tx, { params, query, user, request, now }) =>
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

/**
 * Returns what customers may choose for their request on a day of Nigeria, for staff who books for them. Throws
 * `document_not_found`, and `document_state` where no inspection can be booked.
 */
async function findTimesForStaff(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  day: string | undefined,
): Promise<AnswerOf<typeof findInspectionTimes>> {
  const now = clock()
  const { actions } = await getStaffRequest(db, id, now)
  if (!actions.includes('book')) throw new AppError('document_state')
  const row = await db.selectFrom('document_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return findTimes(db, row as RequestRow, day, now)
}
