import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/promos.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http.ts'
import { insertPromo, updatePromo } from './commands.ts'
import { findPromos } from './queries.ts'

export function promosRoutes(app: FastifyInstance, deps: Deps): void {
  mountCommand(app, deps, contract.createPromo, (tx, { body }, now) => insertPromo(tx, body, now))
  mount(app, contract.listPromos, ({ query }) => findPromos(deps.db, query))
  mountCommand(app, deps, contract.changePromo, (tx, { params, body }) => updatePromo(tx, params.id, body))
}
