import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/promos.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { insertPromo, updatePromo } from './commands.ts'
import { findPromos } from './queries.ts'

export function promosRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.createPromo, ({ body }) => insertPromo(deps, body))
  mount(app, contract.listPromos, ({ query }) => findPromos(deps.db, query))
  mount(app, contract.changePromo, ({ params, body }) => updatePromo(deps, params.id, body))
}
