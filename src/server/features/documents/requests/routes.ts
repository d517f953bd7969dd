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
import { mount } from '#server/http/mount.ts'
import { writeDocumentReceipt } from '../receipt/document-receipt.ts'
import { changeOwnRequest } from './change-own-request.ts'
import { createDraft, deleteDraft, saveDraft } from './drafts.ts'
import { bookOwnInspection, findOwnInspections } from './inspection.ts'
import { payRequest } from './pay.ts'
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
  mount(app, contract.createDocumentRequest, ({ user, locale, body, retry }) =>
    createDraft(deps, { user, locale }, body, retry),
  )
  mount(app, contract.listDocumentRequests, ({ user, query }) => findRequests(db, user.user_id, query))
  mount(app, contract.getDocumentRequest, ({ user, params }) => getRequestDetails(db, user.user_id, params.id, clock()))
  mount(app, contract.changeDocumentRequest, ({ user, locale, params, body }) =>
    saveDraft(deps, { user, locale }, params.id, body),
  )
  mount(app, contract.deleteDocumentRequest, ({ user, locale, params }) =>
    deleteDraft(deps, { user, locale }, params.id),
  )
  mount(app, contract.quoteDocumentRequest, ({ user, locale, params, retry }) =>
    quoteRequest(deps, { user, locale }, params.id, retry),
  )
  mount(app, contract.payDocumentRequest, ({ user, locale, params, body, retry }) =>
    payRequest(deps, { user, locale }, params.id, body.total, retry),
  )
  mount(app, findInspections, ({ user, params, query }) => findOwnInspections(deps, { user }, params.id, query.day))
  mount(app, bookOwnInspectionCall, ({ user, params, body, retry }) =>
    bookOwnInspection(deps, { user }, params.id, body, retry),
  )
  mount(app, contract.downloadDocumentReceipt, ({ user, locale, params, reply }) =>
    writeDocumentReceipt(deps, { user, locale }, params.id, reply),
  )
  mount(app, contract.previewDocumentRequest, ({ user, params }) => previewCancel(db, user.user_id, params.id))
  mount(app, contract.changeDocumentStatus, ({ user, locale, params, query, body }) =>
    changeOwnRequest(deps, { user, locale }, params.id, { ...query, answer: body }),
  )
}
