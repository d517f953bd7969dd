import type { FastifyInstance } from 'fastify'
import * as capacity from '#contract/desk/capacity.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http.ts'
import { changeCapacity } from './capacity.ts'
import { getCapacity } from './capacity-queries.ts'
import { closePark, reopenPark } from './closures.ts'

/** What staff and partners change of their car parks. */
export function manageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, capacity.getCapacity, ({ params, query, scope }) => getCapacity(db, scope, params.id, query, clock()))
  mountCommand(app, deps, capacity.changeCapacity, (tx, { params, body, scope, locale }, now) =>
    changeCapacity(tx, scope, params.id, body, now, locale),
  )
  mountCommand(app, deps, capacity.closePark, (tx, { params, body, scope, locale }, now) =>
    closePark(tx, scope, params.id, body, now, locale),
  )
  mountCommand(app, deps, capacity.reopenPark, (tx, { params, scope, locale }, now) =>
    reopenPark(tx, scope, params, now, locale),
  )
}
