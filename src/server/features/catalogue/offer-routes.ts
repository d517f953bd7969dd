import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/offers.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http.ts'
import { changeOffer, createOffer, getOffer, removeOffer, switchOffer } from './offers.ts'

/** What staff does with offers. */
export function offerRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getOffer, ({ scope, params }) => getOffer(deps.db, scope, params.id))
  mountCommand(app, deps, contract.createOffer, (tx, { scope, body }, now) => createOffer(tx, scope, body, now))
  mountCommand(app, deps, contract.updateOffer, (tx, { scope, params, body }) =>
    changeOffer(tx, scope, params.id, body),
  )
  mountCommand(app, deps, contract.deleteOffer, (tx, { scope, params, query }) =>
    removeOffer(tx, scope, params.id, query.version),
  )
  mountCommand(app, deps, contract.activateOffer, (tx, { scope, params }) =>
    switchOffer(tx, scope, params.id, 'active'),
  )
  mountCommand(app, deps, contract.deactivateOffer, (tx, { scope, params }) =>
    switchOffer(tx, scope, params.id, 'inactive'),
  )
}
