import { sql } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { notifyCouriers } from '#server/features/orders/lifecycle/notify-courier.ts'
import { whenDue, type Due } from '#server/jobs.ts'
import { deliversAt } from './couriers.ts'
import { mayCollect } from './day.ts'

/** SQL: whether a delivery `d` is offered, now or later, and couriers were not notified of this offer. */
const isToAnnounce = sql<boolean>`(d.state = 'offered' and d.announced_for is distinct from d.offered_from)`

const offers: Queue<{ id: string; order_number: string }> = {
  name: 'delivery_offers',
  keyOf: ({ id }) => id,
  subjectOf: ({ order_number }) => order_number,
  async find({ db }, { now, limit, isReady }) {
    const { rows } = await sql<{ id: string; order_number: string }>`
      select d.id, o.order_number from deliveries d join orders o on o.id = d.order_id
      where ${isToAnnounce} and d.offered_from <= ${now} and ${isReady(sql`d.id`)}
      order by d.offered_from limit ${limit}`.execute(db)
    return rows
  },
  work: (deps, { id }, now) => announceOffer(deps, id, now),
}

/** Notifies couriers of the deliveries that are offered, once for each time that they are. Returns the number of offers. */
export const announceOffers = (deps: Deps): Promise<number> => workThrough(deps, offers)

export const announceOffersDue: Due = () =>
  whenDue('delivery_offers', {
    from: sql`deliveries d`,
    key: sql`d.id`,
    when: sql`d.offered_from`,
    where: isToAnnounce,
  })

/**
 * Notifies the couriers who may have a delivery: those on duty who have not declined it, may collect its cash, and have a
 * device that shows notifications. Returns false where nobody is to be notified of it any more.
 */
const announceOffer = ({ db }: Pick<Deps, 'db'>, id: string, now: Date): Promise<boolean> =>
  transact(db, async (tx) => {
    const { rows: offered } = await sql<{ order_id: string; is_example: boolean }>`
      update deliveries d set announced_for = d.offered_from
      where d.id = ${id}::uuid and ${isToAnnounce} and d.offered_from <= ${now} returning d.order_id, d.is_example`.execute(
      tx,
    )
    const [offer] = offered
    if (offer === undefined) return false
    if (offer.is_example) return true
    const { rows } = await sql<{ user_id: string }>`
      select c.user_id from couriers c, deliveries d join orders o on o.id = d.order_id join branches b on b.id = d.branch_id
        join branch_setup s on s.branch_id = b.id
      where d.id = ${id}::uuid and c.on_duty_since is not null and ${deliversAt(sql`c.user_id`, sql`o.delivered_by`)}
        and ${mayCollect(sql`c.user_id`)}
        and not exists (select from delivery_declines n where n.delivery_id = d.id and n.courier_id = c.user_id)
        and exists (select from push_subscriptions p where p.user_id = c.user_id)`.execute(tx)
    const courier_ids = rows.map(({ user_id }) => user_id)
    await notifyCouriers(tx, { order_id: offer.order_id, courier_ids, topic: 'delivery_offered' }, now)
    return true
  })
