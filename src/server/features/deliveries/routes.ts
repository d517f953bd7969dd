import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/deliveries/courier.ts'
import * as board from '#contract/deliveries/delivery-board.ts'
import { getDeliveryBoy as getDeliveryBoyCall } from '#contract/deliveries/desk/deliveries.ts'
import type { Locale } from '#contract/formats.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountChange } from '#server/features/access/change.ts'
import { lockOrder } from '#server/features/orders/lifecycle/change-status.ts'
import { requireFewWaiting } from '#server/features/orders/photos.ts'
import { toStaff } from '#server/features/orders/staff/staff-order.ts'
import { acceptPhotos } from '#server/features/orders/staff/staff-photos.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { answerIfChanged } from '#server/http/etag.ts'
import { mount } from '#server/http/mount.ts'
import { announceHandIn, refuseHandIn, takeHandIn, withdrawHandIn } from './cash.ts'
import { setDuty, type Courier } from './couriers.ts'
import { findCourierDay } from './day.ts'
import { assignToCourier, offerAgain, unassignFromCourier } from './desk/assign.ts'
import { findDeliveryBoard } from './desk/board.ts'
import { getDeliveryBoy } from './desk/delivery-boy.ts'
import { acceptOffer, declineOffer } from './offers.ts'
import { storePosition } from './positions.ts'
import { takeSteps } from './steps.ts'

const toCourier = ({
  user,
  language,
  locale,
  now,
}: {
  user: SignedIn
  language: Language
  locale: Locale
  now: Date
}): Courier => ({ user_id: user.user_id, language, locale, now })

/** What couriers do from their app. */
export function deliveriesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  const withDay = async (tx: Tx, courier: Courier, changes: AuditedChange[]) => ({
    answer: await findCourierDay(tx, courier),
    changes,
  })
  mount(app, contract.getCourierDay, async (call) =>
    answerIfChanged(call, await findCourierDay(db, toCourier({ ...call, now: clock() }))),
  )
  mountChange(app, deps, contract.setDuty, async (tx, call) =>
    withDay(tx, toCourier(call), await setDuty(tx, toCourier(call), call.body.on_duty)),
  )
  mountChange(app, deps, contract.acceptDelivery, async (tx, call) =>
    withDay(tx, toCourier(call), await acceptOffer(tx, toCourier(call), call.params.id)),
  )
  mountChange(app, deps, contract.declineDelivery, async (tx, call) =>
    withDay(tx, toCourier(call), await declineOffer(tx, toCourier(call), call.params.id, call.body.reason)),
  )
  mountChange(app, deps, contract.sendSteps, (tx, call) => takeSteps(tx, deps, toCourier(call), call.body))
  deliveryPhotoRoutes(app, deps)
  mountChange(app, deps, contract.announceHandIn, async (tx, call) =>
    withDay(tx, toCourier(call), await announceHandIn(tx, toCourier(call), call.body)),
  )
  mountChange(app, deps, contract.withdrawHandIn, async (tx, call) => {
    await withdrawHandIn(tx, toCourier(call))
    return withDay(tx, toCourier(call), [])
  })
  deliveryDeskRoutes(app, deps)
  mountChange(app, deps, contract.sendPosition, async (tx, call) => {
    await storePosition(tx, toCourier(call), call.body)
    return { answer: undefined, changes: [] }
  })
}

/** What branches do with their deliveries, and registers with the cash of couriers. */
function deliveryDeskRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, board.getDeliveryBoard, async (call) =>
    answerIfChanged(call, await findDeliveryBoard(db, toStaff({ ...call, now: clock() }), call.query.branch)),
  )
  mount(app, getDeliveryBoyCall, (call) => getDeliveryBoy(db, call.params.id, toStaff({ ...call, now: clock() })))
  mountChange(app, deps, board.assignDelivery, (tx, call) =>
    assignToCourier(tx, toStaff(call), call.params.id, call.body.courier_id),
  )
  mountChange(app, deps, board.unassignDelivery, (tx, call) => unassignFromCourier(tx, toStaff(call), call.params.id))
  mountChange(app, deps, board.offerDelivery, (tx, call) =>
    offerAgain(tx, toStaff(call), call.params.id, call.body.at === undefined ? call.now : new Date(call.body.at)),
  )
  mountChange(app, deps, board.takeHandIn, async (tx, call) => ({
    answer: undefined,
    changes: await takeHandIn(tx, toStaff(call), call.params.id, call.body.counted),
  }))
  mountChange(app, deps, board.refuseHandIn, async (tx, call) => ({
    answer: undefined,
    changes: await refuseHandIn(tx, toStaff(call), call.params.id),
  }))
}

/** Stores a photo that the handover of a courier's delivery then names. Throws `not_found` and `delivery_over`. */
async function addPhoto(
  tx: Tx,
  { user_id, now }: { user_id: string; now: Date },
  id: string,
  content: Buffer,
): Promise<{ id: string }> {
  const delivery = await tx
    .selectFrom('deliveries')
    .select(['order_id', 'state'])
    .where('id', '=', id)
    .where('courier_id', '=', user_id)
    .executeTakeFirst()
  if (delivery === undefined) throw new AppError('not_found')
  if (delivery.state !== 'accepted' && delivery.state !== 'picked_up') throw new AppError('delivery_over')
  const { order_id } = delivery
  await lockOrder(tx, order_id)
  await requireFewWaiting(tx, { order_id, user_id })
  const photo_id = newId(now.getTime())
  await tx
    .insertInto('order_photos')
    .values({ id: photo_id, order_id, user_id, content, shows: null, created_at: now })
    .execute()
  return { id: photo_id }
}

/** What couriers photograph where nobody can say the code. */
function deliveryPhotoRoutes(app: FastifyInstance, deps: Deps): void {
  acceptPhotos(app, deps, 'deliveries.deliver', (uploads) =>
    mountChange(uploads, deps, contract.addDeliveryPhoto, async (tx, { user, now, params, request }) => ({
      answer: await addPhoto(tx, { user_id: user.user_id, now }, params.id, request.body as Buffer),
      changes: [],
    })),
  )
}
