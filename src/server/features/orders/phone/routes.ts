import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  sendPayLink as sendPayLinkEndpoint,
  withdrawOrder as withdrawEndpoint,
} from '#contract/orders/desk/order-record.ts'
import * as contract from '#contract/orders/desk/phone-orders.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { findBranchesWhere } from '#server/features/branches/queries.ts'
import { mount } from '#server/http/mount.ts'
import { toStaff } from '../staff/staff-order.ts'
import { createAddressFor, findOrderCustomers, openCustomer } from './customers.ts'
import { placeAddition, placeForCustomer, sendPayLink, withdrawOrder } from './place.ts'
import { findBookingForOrder, priceForCustomer, priceForOrder } from './price.ts'
import { priceSubstitute, substituteLine } from './substitute.ts'

/** Orders that staff place for customers: on the phone, and in addition to others. */
export function phoneOrdersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.listOrderBranches, ({ scope }) =>
    findBranchesWhere(db, withinBranches(sql.ref('b.id'), scope), clock()),
  )
  mount(app, contract.findOrderCustomers, ({ body, language }) => findOrderCustomers(db, body, language))
  mountChange(app, deps, contract.openCustomer, async (tx, { body, user, language, now }) => {
    const { customer, is_new } = await openCustomer(tx, body, user.user_id, language, now)
    const { id, email, name, phone } = customer
    return { answer: customer, changes: is_new ? [{ kind: 'customer', id, after: { email, name, phone } }] : [] }
  })
  mountChange(app, deps, contract.createCustomerAddress, async (tx, { params, body, language, now }) => {
    const { customer, address_id } = await createAddressFor(tx, params.id, body, language, now)
    return { answer: customer, changes: [{ kind: 'customer', id: params.id, after: { address_id } }] }
  })
  mount(app, contract.findOrderBooking, ({ body, scope }) => findBookingForOrder(deps, { scope }, body))
  mount(app, contract.pricePhoneOrder, ({ body, scope, locale }) => priceForCustomer(deps, { scope, locale }, body))
  mount(app, contract.priceAddition, (call) =>
    priceForOrder(deps, toStaff({ ...call, now: clock() }), call.params.id, call.body),
  )
  mountChange(app, deps, contract.placePhoneOrder, (tx, call) => placeForCustomer(tx, deps, toStaff(call), call.body))
  mountChange(app, deps, contract.placeAddition, (tx, call) =>
    placeAddition(tx, deps, toStaff(call), call.params.id, call.body),
  )
  mount(app, contract.priceSubstitute, (call) =>
    priceSubstitute(deps, toStaff({ ...call, now: clock() }), call.params, call.body),
  )
  mountChange(app, deps, contract.substituteLine, (tx, call) =>
    substituteLine(tx, deps, toStaff(call), call.params, call.body),
  )
  mountChange(app, deps, sendPayLinkEndpoint, (tx, call) => sendPayLink(tx, deps, toStaff(call), call.params.id))
  mountChange(app, deps, withdrawEndpoint, (tx, call) => withdrawOrder(tx, deps, toStaff(call), call.params.id))
}
