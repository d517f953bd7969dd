import { sql } from 'kysely'
import type { Holding } from './holding.ts'

/** An order as the books keep it, without who and where it was. */
export const orderOfNobody = sql`plate = null, level = null, bay = null, note = null, contact_name = null, contact_phone = null,
  address = case when address is null then null else '{}'::jsonb end`

/** Carts, addresses and orders. */
export const shopHoldings: readonly Holding[] = [
  {
    name: 'carts',
    tables: ['carts', 'cart_lines'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('carts')
        .innerJoin('cart_lines', 'cart_lines.cart_id', 'carts.id')
        .innerJoin('items', 'items.id', 'cart_lines.item_id')
        .innerJoin('branches', 'branches.id', 'carts.branch_id')
        .select(['branches.name as branch', 'items.name as item', 'quantity', 'note', 'promo_code', 'touched_at'])
        .where('carts.user_id', '=', user_id)
        .orderBy('cart_lines.position')
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('carts').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'addresses',
    tables: ['addresses'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('addresses')
        .innerJoin('countries', 'countries.id', 'addresses.country_id')
        .leftJoin('states', 'states.id', 'addresses.state_id')
        .select(['label', 'line', 'apartment', 'city', 'states.name as state', 'countries.code as country_code'])
        .select(['note', 'addresses.lat', 'addresses.lng', 'is_default', 'created_at'])
        .where('user_id', '=', user_id)
        .orderBy('created_at')
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('addresses').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'notifications',
    tables: ['notifications'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('notifications')
        .select(['topic', 'params', 'created_at', 'read_at'])
        .where('user_id', '=', user_id)
        .orderBy('created_at')
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('notifications').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'order_ratings',
    tables: ['item_reviews'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('item_reviews as r')
        .innerJoin('orders as o', 'o.id', 'r.order_id')
        .innerJoin('branches as b', 'b.id', 'r.branch_id')
        .leftJoin('items as i', 'i.id', 'r.item_id')
        .select(['o.order_number', 'b.name as branch', 'i.name as item', 'r.rating', 'r.body', 'r.language'])
        .select(['r.created_at', 'r.hidden_at', 'r.hidden_reason'])
        .where('r.user_id', '=', user_id)
        .orderBy('r.id')
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('item_reviews').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'order_messages',
    tables: ['threads', 'thread_messages'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('thread_messages as m')
        .innerJoin('threads as t', 't.id', 'm.thread_id')
        .innerJoin('orders as o', 'o.id', 't.order_id')
        .select(['o.order_number', 'm.author', 'm.body', 'm.created_at'])
        .where('o.user_id', '=', user_id)
        .orderBy('m.position')
        .execute(),
    erase: (tx, { user_id }) =>
      sql`delete from threads where order_id in (select id from orders where user_id = ${user_id})`.execute(tx),
  },
  {
    name: 'order_photos',
    tables: ['order_photos'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('order_photos as p')
        .innerJoin('orders as o', 'o.id', 'p.order_id')
        .select(['o.order_number', 'p.created_at'])
        .select(sql<string>`encode(p.content, 'base64')`.as('photo_base64'))
        .where('o.user_id', '=', user_id)
        .orderBy('p.created_at')
        .execute(),
    erase: (tx, { user_id }) =>
      sql`delete from order_photos where order_id in (select id from orders where user_id = ${user_id})`.execute(tx),
  },
  {
    name: 'order_problems',
    tables: ['order_problems'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('order_problems as p')
        .innerJoin('orders as o', 'o.id', 'p.order_id')
        .select(['o.order_number', 'p.status', 'p.text', 'p.answer', 'p.reported_at', 'p.decided_at'])
        .where('o.user_id', '=', user_id)
        .orderBy('p.reported_at')
        .execute(),
    erase: (tx, { user_id }) =>
      sql`delete from order_problems where order_id in (select id from orders where user_id = ${user_id})`.execute(tx),
  },
  {
    name: 'staff_notices',
    tables: ['staff_notices'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('staff_notices')
        .select(['kind', 'params', 'created_at', 'read_at'])
        .where('user_id', '=', user_id)
        .orderBy('created_at')
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('staff_notices').where('user_id', '=', user_id).execute(),
  },
  {
    // Customers never see what staff wrote about their orders, and it goes with them; who wrote it gets it.
    name: 'order_notes',
    tables: ['order_notes'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('order_notes as n')
        .innerJoin('orders as o', 'o.id', 'n.order_id')
        .select(['o.order_number', 'n.text', 'n.created_at'])
        .where('n.user_id', '=', user_id)
        .orderBy('n.created_at')
        .execute(),
    erase: async (tx, { user_id }) => {
      const own = tx.selectFrom('orders').select('id').where('user_id', '=', user_id)
      await tx.deleteFrom('order_notes').where('order_id', 'in', own).execute()
      return tx.updateTable('order_notes').set({ user_id: null }).where('user_id', '=', user_id).execute()
    },
  },
  {
    name: 'orders',
    tables: ['orders', 'order_lines', 'order_returns'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('orders as o')
        .innerJoin('branches as b', 'b.id', 'o.branch_id')
        .select([
          'o.order_number',
          'b.name as branch',
          'o.status',
          'o.payment_status',
          'o.refund_status',
          'o.order_type',
        ])
        .select([
          'o.slot_starts_at',
          'o.level',
          'o.bay',
          'o.address',
          'o.plate',
          'o.note',
          'o.promo_code',
          'o.currency',
        ])
        .select(['o.total_minor', 'o.refunded_minor', 'o.device', 'o.created_at'])
        .select(
          sql<unknown>`(select jsonb_agg(jsonb_build_object('name', l.name, 'quantity', l.quantity, 'note', l.note,
            'total_minor', l.total_minor) order by l.position) from order_lines l where l.order_id = o.id)`.as('lines'),
        )
        .select(
          sql<unknown>`(select jsonb_agg(jsonb_build_object('status', r.status, 'reason', r.reason, 'note', r.note, 'answer', r.answer,
            'requested_at', r.requested_at) order by r.number) from order_returns r where r.order_id = o.id)`.as(
            'returns',
          ),
        )
        .where('o.user_id', '=', user_id)
        .orderBy('o.created_at')
        .execute(),
    // The books keep the order without who and where it was.
    erase: async (tx, { user_id }) => {
      await sql`update order_returns set note = null, answer = null
        where order_id in (select id from orders where user_id = ${user_id})`.execute(tx)
      await sql`update order_lines set note = null where note is not null
        and order_id in (select id from orders where user_id = ${user_id})`.execute(tx)
      await sql`update orders set ${orderOfNobody} where user_id = ${user_id}`.execute(tx)
    },
  },
]
