import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/promos/desk.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { updateCoupon, deleteCoupon, getCoupon, createCoupon, switchCoupon } from './coupons.ts'

export function promosRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, desk.getCoupon, ({ scope, params }) => getCoupon(deps.db, scope, params.id))
  mountChange(app, deps, desk.createCoupon, (tx, { scope, body, now }) => createCoupon(tx, scope, body, now))
  mountChange(app, deps, desk.updateCoupon, (tx, { scope, params, body }) => updateCoupon(tx, scope, params.id, body))
  mountChange(app, deps, desk.activateCoupon, (tx, { scope, params }) => switchCoupon(tx, scope, params.id, true))
  mountChange(app, deps, desk.deactivateCoupon, (tx, { scope, params }) => switchCoupon(tx, scope, params.id, false))
  mountChange(app, deps, desk.deleteCoupon, (tx, { scope, params, query }) =>
    deleteCoupon(tx, scope, params.id, query.version),
  )
}
