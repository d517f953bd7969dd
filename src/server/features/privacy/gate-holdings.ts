import { sql } from 'kysely'
import type { Holding } from './holding.ts'

/** What is kept of guards and of scans at the gate. */
export const gateHoldings: readonly Holding[] = [
  {
    name: 'phones_that_scan',
    tables: ['guard_devices'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('guard_devices')
        .select(['name', 'created_at', 'last_seen_at', 'revoked_at'])
        .where('user_id', '=', user_id)
        .execute(),
    // What they scanned stays as proof of bookings.
    erase: async (tx, { user_id }) => {
      await sql`update guard_devices set revoked_at = now() where user_id = ${user_id} and revoked_at is null`.execute(
        tx,
      )
      await tx.updateTable('guard_devices').set({ name: '-' }).where('user_id', '=', user_id).execute()
    },
  },
  {
    name: 'scans_at_the_gate',
    tables: ['guard_scans'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('guard_scans')
        .innerJoin('bookings', 'bookings.id', 'guard_scans.booking_id')
        .select(['booking_code', 'guard_scans.at', 'direction', 'admitted', 'verdict', 'reason', 'outcome', 'content'])
        .where('bookings.user_id', '=', user_id)
        .orderBy('guard_scans.at')
        .execute(),
    // The signed text can contain a pass, which contains the plate.
    erase: (tx, { user_id }) =>
      sql`update guard_scans set content = '', signature = ''
        where booking_id in (select id from bookings where user_id = ${user_id})`.execute(tx),
  },
  {
    name: 'reads_of_cameras',
    tables: ['gate_reads'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('gate_reads')
        .innerJoin('bookings', 'bookings.id', 'gate_reads.booking_id')
        .select([
          'booking_code',
          'gate_reads.at',
          'direction',
          'gate_reads.plate_key',
          'candidates',
          'opened',
          'reason',
        ])
        .where('bookings.user_id', '=', user_id)
        .orderBy('gate_reads.at')
        .execute(),
    erase: (tx, { user_id }) =>
      sql`update gate_reads set plate_key = '-', candidates = '{}'
        where booking_id in (select id from bookings where user_id = ${user_id})`.execute(tx),
  },
]
