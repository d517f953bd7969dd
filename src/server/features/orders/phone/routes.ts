import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { sendPayLink } from '#contract/orders/desk/order-record.ts'
import * as contract from '#contract/orders/desk/phone-orders.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { findBranchesWhere } from '#server/features/branches/queries.ts'
import { type SignedIn } from '#server/http/caller.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { mount, type Retry } from '#server/http/mount.ts'
import { toStaff } from '../staff/staff-order.ts'
import { addAddressFor, findOrderCustomers, openCustomer } from './customers.ts'
import { mailPayLink, placeAddition, placeForCustomer } from './place.ts'
import { findBookingForOrder, priceForCustomer, priceForOrder } from './price.ts'

/** Orders that staff place for customers: on the phone, and in addition to others. */
export function phoneOrdersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.listOrderBranches, ({ scope }) =>
    findBranchesWhere(db, withinBranches(sql.ref('b.id'), scope), clock()),
  )
  mount(app, contract.findOrderCustomers, ({ body, language }) => findOrderCustomers(db, body, language))
  mountCommand(app, deps, contract.openOrderCustomer, async (tx, { body, user, language }, now) => {
    const { customer, is_new } = await openCustomer(tx, body, user.user_id, language, now)
    const { id, email, name, phone } = customer
    return { answer: customer, changes: is_new ? [{ kind: 'customer', id, after: { email, name, phone } }] : [] }
  })
  mountCommand(app, deps, contract.addCustomerAddress, (tx, { params, body, user, retry, language }, now) =>
    runOnce(tx, user, retry, now, async () => {
      const { customer, address_id } = await addAddressFor(tx, params.id, body, language, now)
      return { answer: customer, changes: [{ kind: 'customer', id: params.id, after: { address_id } }] }
    }),
  )
  mount(app, contract.findOrderBooking, ({ body, scope }) => findBookingForOrder(deps, { scope }, body))
  mount(app, contract.pricePhoneOrder, ({ body, scope, locale }) => priceForCustomer(deps, { scope, locale }, body))
  mount(app, contract.priceAddition, (call) =>
    priceForOrder(deps, toStaff(call), call.locale, call.params.id, call.body),
  )
  mountCommand(app, deps, contract.placePhoneOrder, (tx, call, now) =>
    runOnce(tx, call.user, call.retry, now, () =>
      placeForCustomer(tx, deps, toStaff(call), call.locale, call.body, now),
    ),
  )
  mountCommand(app, deps, contract.addToOrder, (tx, call, now) =>
    runOnce(tx, call.user, call.retry, now, () =>
      placeAddition(tx, deps, toStaff(call), call.locale, call.params.id, call.body, now),
    ),
  )
  mountCommand(app, deps, sendPayLink, (tx, call, now) => mailPayLink(tx, deps, toStaff(call), call.params.id, now))
}

/** A repeated request answers as the first one did, and is recorded once. */
async function runOnce<T extends object>(
  tx: Tx,
  { user_id }: SignedIn,
  retry: Retry | undefined,
  now: Date,
  work: () => Promise<{ answer: T; changes: AuditedChange[] }>,
): Promise<{ answer: T; changes: AuditedChange[] }> {
  let changes: AuditedChange[] = []
  const answer = await runIdempotently(tx, user_id, retry, now, async () => {
    const done: { answer: T; changes: AuditedChange[] } = await work()
    changes = done.changes
    return done.answer
  })
  return { answer, changes }
}
