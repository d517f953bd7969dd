import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/promos/desk.ts'
import * as contract from '#contract/promos/promos.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import { insertPromo, updatePromo } from './commands.ts'
import { changeCoupon, deleteCoupon, getCoupon, insertCoupon, switchCoupon } from './coupons.ts'
import { findPromos } from './queries.ts'

/** Promo codes belong to no branch. Throws `forbidden`. */
function requireEverywhere({ everywhere }: Scope): void {
  if (!everywhere) throw new AppError('forbidden')
}

export function promosRoutes(app: FastifyInstance, deps: Deps): void {
  mountCommand(app, deps, contract.createPromo, (tx, { scope, body }, now) => {
    requireEverywhere(scope)
    return insertPromo(tx, body, now)
  })
  mount(app, contract.listPromos, ({ scope, query }) => {
    requireEverywhere(scope)
    return findPromos(deps.db, query)
  })
  mountCommand(app, deps, contract.changePromo, (tx, { scope, params, body }) => {
    requireEverywhere(scope)
    return updatePromo(tx, params.id, body)
  })
  mount(app, desk.getCoupon, ({ scope, params }) => getCoupon(deps.db, scope, params.id))
  mountCommand(app, deps, desk.createCoupon, (tx, { scope, body }, now) => insertCoupon(tx, scope, body, now))
  mountCommand(app, deps, desk.updateCoupon, (tx, { scope, params, body }) => changeCoupon(tx, scope, params.id, body))
  mountCommand(app, deps, desk.activateCoupon, (tx, { scope, params }) => switchCoupon(tx, scope, params.id, true))
  mountCommand(app, deps, desk.deactivateCoupon, (tx, { scope, params }) => switchCoupon(tx, scope, params.id, false))
  mountCommand(app, deps, desk.deleteCoupon, (tx, { scope, params, query }) =>
    deleteCoupon(tx, scope, params.id, query.version),
  )
}
