import { sql } from 'kysely'
import type { Holding } from './holding.ts'

/** A booking as the books keep it, without whose car it was. */
export const bookingOfNobody = sql`plate = '', notes = null, spot = null`

/** Bookings, their history, and reports of not being able to park. */
export const bookingHoldings: readonly Holding[] = [
  {
    name: 'bookings',
    tables: ['bookings'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('bookings')
        .innerJoin('parks', 'parks.id', 'bookings.park_id')
        .select([
          'bookings.id',
          'booking_code',
          'parks.name as park',
          'parks.address',
          'plate',
          'start_time',
          'end_time',
        ])
        .select(['status', 'payment_status', 'refund_status', 'lines', 'total_minor', 'refunded_minor', 'due_minor'])
        .select(['currency', 'notes', 'spot', 'device', 'checked_in_at', 'checked_out_at', 'bookings.created_at'])
        .where('user_id', '=', user_id)
        .orderBy('bookings.created_at')
        .execute(),
    erase: (tx, { user_id }) => sql`update bookings set ${bookingOfNobody} where user_id = ${user_id}`.execute(tx),
  },
  {
    name: 'guest_account',
    tables: ['guest_accounts'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('guest_accounts')
        .select(['phone', 'plate_key', 'created_at'])
        .where('user_id', '=', user_id)
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('guest_accounts').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'booking_history',
    tables: ['booking_history'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('booking_history')
        .innerJoin('bookings', 'bookings.id', 'booking_history.booking_id')
        .select(['booking_code', 'from_status', 'to_status', 'cause', 'actor', 'at', 'detail'])
        .where('user_id', '=', user_id)
        .orderBy('at')
        .execute(),
    // The history of plate corrections contains plates.
    erase: (tx, { user_id }) =>
      sql`update booking_history set detail = detail - 'from' - 'to'
        where cause = 'plate_changed' and booking_id in (select id from bookings where user_id = ${user_id})`.execute(
        tx,
      ),
  },
  {
    name: 'booking_refunds',
    tables: ['booking_refunds'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('booking_refunds')
        .innerJoin('bookings', 'bookings.id', 'booking_refunds.booking_id')
        .select(['booking_code', 'booking_refunds.status', 'cause', 'amount_minor', 'message', 'at'])
        .where('user_id', '=', user_id)
        .orderBy('at')
        .execute(),
    // The money stays in the books; what staff wrote to the driver does not.
    erase: (tx, { user_id }) =>
      sql`update booking_refunds set message = ''
        where message is not null and booking_id in (select id from bookings where user_id = ${user_id})`.execute(tx),
  },
  {
    name: 'shared_links',
    tables: ['booking_shares'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('booking_shares')
        .innerJoin('bookings', 'bookings.id', 'booking_shares.booking_id')
        .select(['booking_code', 'shows_pass', 'booking_shares.created_at'])
        .where('user_id', '=', user_id)
        .orderBy('booking_shares.created_at')
        .execute(),
    erase: (tx, { user_id }) =>
      sql`delete from booking_shares where booking_id in (select id from bookings where user_id = ${user_id})`.execute(
        tx,
      ),
  },
  {
    name: 'passes_in_wallets',
    tables: ['wallet_passes', 'wallet_registrations'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('wallet_passes as p')
        .innerJoin('bookings as b', 'b.id', 'p.booking_id')
        .select(['b.booking_code', 'p.created_at', 'p.google_since'])
        .select(
          sql<unknown>`(select jsonb_agg(jsonb_build_object('device', r.device_id, 'registered_at', r.registered_at) order by r.registered_at)
            from wallet_registrations r where r.booking_id = p.booking_id)`.as('apple_devices'),
        )
        .where('b.user_id', '=', user_id)
        .orderBy('p.created_at')
        .execute(),
    // A job first writes over what Google has, where nothing can be deleted.
    erase: async (tx, { user_id }) => {
      const own = tx.selectFrom('bookings').select('id').where('user_id', '=', user_id)
      await tx.deleteFrom('wallet_registrations').where('booking_id', 'in', own).execute()
      await tx.deleteFrom('wallet_passes').where('booking_id', 'in', own).where('google_since', 'is', null).execute()
      await sql`select change_wallet_passes(array(select id from bookings where user_id = ${user_id}))`.execute(tx)
    },
  },
  {
    name: 'reports_of_not_parking',
    // A hold says nothing that its booking does not.
    tables: ['cannot_park_reports', 'cannot_park_photos', 'alternative_holds', 'booking_offers'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('bookings')
        .leftJoin('cannot_park_reports', 'cannot_park_reports.booking_id', 'bookings.id')
        // It may come before its report.
        .leftJoin('cannot_park_photos', 'cannot_park_photos.booking_id', 'bookings.id')
        .select([
          'booking_code',
          'reason',
          'note',
          'cannot_park_reports.created_at',
          'settled_at',
          'outcome',
          'decision',
          'decided_at',
        ])
        .select(sql<string | null>`encode(content, 'base64')`.as('photo_base64'))
        .where('bookings.user_id', '=', user_id)
        .where((of) => of.or([of('reason', 'is not', null), of('content', 'is not', null)]))
        .execute(),
    erase: async (tx, { user_id }) => {
      const own = tx.selectFrom('bookings').select('id').where('user_id', '=', user_id)
      await tx.deleteFrom('cannot_park_photos').where('booking_id', 'in', own).execute()
      await tx.updateTable('cannot_park_reports').set({ note: null }).where('user_id', '=', user_id).execute()
    },
  },
  {
    // Drivers never see what staff wrote about their bookings, and it goes with them; who wrote it gets it.
    name: 'booking_notes',
    tables: ['booking_notes'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('booking_notes as n')
        .innerJoin('bookings as b', 'b.id', 'n.booking_id')
        .select(['b.booking_code', 'n.text', 'n.created_at'])
        .where('n.user_id', '=', user_id)
        .orderBy('n.created_at')
        .execute(),
    erase: async (tx, { user_id }) => {
      const own = tx.selectFrom('bookings').select('id').where('user_id', '=', user_id)
      await tx.deleteFrom('booking_notes').where('booking_id', 'in', own).execute()
      return tx.updateTable('booking_notes').set({ user_id: null }).where('user_id', '=', user_id).execute()
    },
  },
  {
    name: 'customer_notes',
    tables: ['customer_notes'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('customer_notes')
        .select(['text', 'created_at'])
        .where('user_id', '=', user_id)
        .orderBy('created_at')
        .execute(),
    erase: async (tx, { user_id }) => {
      await tx.deleteFrom('customer_notes').where('customer_id', '=', user_id).execute()
      return tx.updateTable('customer_notes').set({ user_id: null }).where('user_id', '=', user_id).execute()
    },
  },
]
