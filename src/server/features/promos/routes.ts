import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/desk/coupons.ts'
import * as contract from '#contract/promos.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http.ts'
import { insertPromo, updatePromo } from './commands.ts'
import { changeCoupon, deleteCoupon, getCoupon, insertCoupon, switchCoupon } from './coupons.ts'
import { findPromos } from './queries.ts'

export function promosRoutes(app: FastifyInstance, deps: Deps): void {
  mountCommand(app, deps, contract.createPromo, (tx, { body }, now) => insertPromo(tx, body, now))
  mount(app, contract.listPromos, ({ query }) => findPromos(deps.db, query))
  mountCommand(app, deps, contract.changePromo, (tx, { params, body }) => updatePromo(tx, params.id, body))
  mount(app, desk.getCoupon, ({ params }) => getCoupon(deps.db, params.id))
  mountCommand(app, deps, desk.createCoupon, (tx, { body }, now) => insertCoupon(tx, body, now))
  mountCommand(app, deps, desk.updateCoupon, (tx, { params, body }) => changeCoupon(tx, params.id, body))
  mountCommand(app, deps, desk.activateCoupon, (tx, { params }) => switchCoupon(tx, params.id, true))
  mountCommand(app, deps, desk.deactivateCoupon, (tx, { params }) => switchCoupon(tx, params.id, false))
  mountCommand(app, deps, desk.deleteCoupon, (tx, { params, query }) => deleteCoupon(tx, params.id, query.version))
}
