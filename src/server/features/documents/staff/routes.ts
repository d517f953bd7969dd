import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/document-requests.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http.ts'
import { askCustomer, bookByStaff, quoteByStaff } from './actions.ts'
import { getStaffRequest } from './staff-request.ts'

/** What staff does with requests for vehicle documents. */
export function staffDocumentRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getDeskDocument, ({ params }) => getStaffRequest(deps.db, params.id, deps.clock()))
  mountCommand(app, deps, contract.quoteDocuments, (tx, { user, params }, now) =>
    quoteByStaff(tx, { deps, actor_id: user.user_id, now }, params.id),
  )
  mountCommand(app, deps, contract.askForMissing, (tx, { user, params, body }, now) =>
    askCustomer(tx, { deps, actor_id: user.user_id, now }, params.id, body.reason),
  )
  mountCommand(app, deps, contract.bookInspection, (tx, { user, params, body }, now) =>
    bookByStaff(tx, { deps, actor_id: user.user_id, now }, params.id, body),
  )
}
