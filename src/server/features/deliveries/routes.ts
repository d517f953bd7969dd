import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/deliveries/courier.ts'
import type { Locale } from '#contract/formats.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountChange } from '#server/features/access/change.ts'
import { lockOrder } from '#server/features/orders/lifecycle/change-status.ts'
import { requireFewWaiting } from '#server/features/orders/photos.ts'
import { acceptPhotos } from '#server/features/orders/staff/staff-photos.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { answerIfChanged } from '#server/http/etag.ts'
import { mount } from '#server/http/mount.ts'
import { setDuty, type Courier } from './couriers.ts'
import { findCourierDay } from './day.ts'
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
  mountChange(app, deps, contract.sendPosition, async (tx, call) => {
    await storePosition(tx, toCourier(call), call.body)
    return { answer: undefined, changes: [] }
  })
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
