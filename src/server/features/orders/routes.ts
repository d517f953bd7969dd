import type { FastifyInstance } from 'fastify'
import { sendOfflineSale } from '#contract/orders/desk/offline-sales.ts'
import * as pos from '#contract/orders/desk/pos.ts'
import { mailReceipt as mailReceiptEndpoint } from '#contract/orders/desk/receipt-mails.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { toSeller } from '#server/features/cash/entries.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { messagesRoutes } from './messages/routes.ts'
import { parkingRoutes } from './parking/routes.ts'
import { phoneOrdersRoutes } from './phone/routes.ts'
import { getCounterCatalogue } from './pos/catalogue.ts'
import { findCounterCustomers } from './pos/customers.ts'
import { createDiscount } from './pos/discounts.ts'
import { bookOfflineSale } from './pos/offline-sale.ts'
import { listParkedSales, parkSale, takeParkedSale } from './pos/parked-sales.ts'
import { priceSale } from './pos/price.ts'
import { drawReceipt, mailReceipt, type DrawnReceipt } from './pos/receipt-mails.ts'
import { recordReceiptPrint } from './pos/receipt-prints.ts'
import { createSale } from './pos/sell.ts'
import { listPayableOrders, takePayment } from './pos/take-payment.ts'
import { cancelSale, getSale } from './pos/wallet-sale.ts'
import { problemsRoutes } from './problems/routes.ts'
import { staffOrdersRoutes } from './staff/routes.ts'
import { toStaff } from './staff/staff-order.ts'

export function ordersRoutes(app: FastifyInstance, deps: Deps): void {
  staffOrdersRoutes(app, deps)
  phoneOrdersRoutes(app, deps)
  posRoutes(app, deps)
  parkingRoutes(app, deps)
  problemsRoutes(app, deps)
  messagesRoutes(app, deps)
}

/** Sales over the counter. */
function posRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, pos.getCounterCatalogue, ({ user, language }) => getCounterCatalogue(deps, toSeller(user), language))
  mount(app, pos.priceSale, ({ body, user, locale }) => priceSale(deps, { ...toSeller(user), locale }, body))
  mountChange(app, deps, pos.createSale, (tx, call) => createSale(tx, deps, toStaff(call), call.body))
  mount(app, pos.getSale, ({ user, params }) => getSale(deps, user.user_id, params.id))
  mountChange(app, deps, sendOfflineSale, (tx, call) => bookOfflineSale(tx, toStaff(call), call.params.id, call.body))
  mountChange(app, deps, pos.cancelSale, (tx, call) => cancelSale(tx, deps, toStaff(call), call.params.id))
  const toParking = ({ user, now }: { user: SignedIn; now: Date }) => ({
    ...toSeller(user),
    access: user.access,
    now,
  })
  mountChange(app, deps, pos.parkSale, (tx, call) => parkSale(tx, toParking(call), call.body))
  mount(app, pos.listParkedSales, ({ user }) => listParkedSales(db, { ...toSeller(user), access: user.access }))
  mountChange(app, deps, pos.takeParkedSale, (tx, call) => takeParkedSale(tx, toParking(call), call.params.id))
  mountChange(app, deps, pos.createDiscount, (tx, call) => createDiscount(tx, toParking(call), call.body))
  mount(app, pos.findCounterCustomers, ({ user, language, body }) =>
    findCounterCustomers(deps, { ...toSeller(user), language }, body.search),
  )
  mountChange(app, deps, pos.recordReceiptPrint, (tx, { scope, params }) => recordReceiptPrint(tx, scope, params.id))
  mountChange(
    app,
    deps,
    mailReceiptEndpoint,
    (tx, call, drawn: DrawnReceipt) => mailReceipt(tx, deps, toStaff(call), drawn),
    { prepare: (call) => drawReceipt(deps, { ...call, now: clock() }, call.params.id, call.body) },
  )
  mount(app, pos.listPayableOrders, (call) => listPayableOrders(db, toStaff({ ...call, now: clock() })))
  mountChange(app, deps, pos.takeOrderPayment, (tx, call) =>
    takePayment(tx, deps, toStaff(call), call.params.id, call.body),
  )
}
