import type { FastifyInstance } from 'fastify'
import {
  bookOwnInspection as bookOwnInspectionCall,
  findInspections,
} from '#contract/documents/document-inspections.ts'
import {
  documentKinds,
  documentTerms,
  isKindOfUse,
  listNeeds,
  needsInspection,
  vehicleUses,
} from '#contract/documents/document-rules.ts'
import * as contract from '#contract/documents/documents.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { AppError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import { writeDocumentReceipt } from '../receipt/document-receipt.ts'
import { changeOwnRequest } from './change-own-request.ts'
import { createDraft, deleteDraft, updateDraft } from './drafts.ts'
import { bookOwnInspection, findOwnInspections } from './inspection.ts'
import { payRequest, taken } from './pay.ts'
import { findKnownPrices } from './price.ts'
import { findRequests, getRequestDetails, previewCancel } from './queries.ts'
import { quoteRequest } from './quote.ts'

const kinds = documentKinds.map((kind) => ({
  kind,
  terms_months: [...documentTerms[kind]],
  uses: vehicleUses.filter((use) => isKindOfUse(kind, use)),
  needs: [...listNeeds(kind)],
  needs_inspection: needsInspection([kind]),
}))

/** Calls of customers about their requests for vehicle documents, and what anybody may know about the documents. */
export function documentRequestRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.listDocumentKinds, () => ({ items: kinds }))
  mount(app, contract.findDocumentFees, ({ query }) => findKnownPrices(db, query, toNigerianDay(clock())))
  mountChange(app, deps, contract.createDocumentRequest, (tx, call) => createDraft(tx, call, call.body))
  mount(app, contract.listDocumentRequests, ({ user, query }) => findRequests(db, user.user_id, query))
  mount(app, contract.getDocumentRequest, ({ user, params }) => getRequestDetails(db, user.user_id, params.id, clock()))
  mountChange(app, deps, contract.updateDocumentRequest, (tx, call) => updateDraft(tx, call, call.params.id, call.body))
  mountChange(app, deps, contract.deleteDocumentRequest, (tx, call) => deleteDraft(tx, call, call.params.id))
  mountChange(app, deps, contract.quoteDocumentRequest, (tx, call) => quoteRequest(tx, deps, call, call.params.id))
  mountChange(
    app,
    deps,
    contract.payDocumentRequest,
    (tx, call) => payRequest(tx, deps, call, call.params.id, call.body.total),
    { taken },
  )
  mount(app, findInspections, ({ user, params, query }) => findOwnInspections(deps, { user }, params.id, query.day))
  mountChange(
    app,
    deps,
    bookOwnInspectionCall,
    (tx, call) => bookOwnInspection(tx, deps, call, call.params.id, call.body),
    { taken },
  )
  mount(app, contract.downloadDocumentReceipt, ({ user, locale, params, reply }) =>
    writeDocumentReceipt(deps, { user, locale }, params.id, reply),
  )
  mount(app, contract.previewDocumentRequest, ({ user, params }) => previewCancel(db, user.user_id, params.id))
  mountChange(
    app,
    deps,
    contract.changeDocumentStatus,
    (tx, call) => changeOwnRequest(tx, deps, call, call.params.id, { ...call.query, answer: call.body }),
    { finish: throwIfRefused },
  )
}

/** The attempt with a wrong code is stored all the same. */
function throwIfRefused<T>(answer: T | AppError): T {
  if (answer instanceof AppError) throw answer
  return answer
}
