import type { Holding } from './holding.ts'

/** What is kept of the work of staff at the desk. */
export const staffHoldings: readonly Holding[] = [
  {
    name: 'saved_views',
    tables: ['saved_views'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('saved_views')
        .select(['list', 'name', 'query', 'created_at'])
        .where('user_id', '=', user_id)
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('saved_views').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'counter_pin',
    tables: ['counter_pins'],
    copy: (db, { user_id }) =>
      db.selectFrom('counter_pins').select(['set_at']).where('user_id', '=', user_id).execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('counter_pins').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'list_sizes',
    tables: ['list_sizes'],
    copy: (db, { user_id }) =>
      db.selectFrom('list_sizes').select(['list', 'size']).where('user_id', '=', user_id).execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('list_sizes').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'notes_on_messages',
    tables: ['lead_notes'],
    copy: (db, { user_id }) =>
      db.selectFrom('lead_notes').select(['state', 'body', 'created_at']).where('user_id', '=', user_id).execute(),
    erase: (tx, { user_id }) =>
      tx.updateTable('lead_notes').set({ user_id: null }).where('user_id', '=', user_id).execute(),
  },
  {
    // What others get by a schedule goes on; that this person set it up, or gets it, does not.
    name: 'report_schedules',
    tables: ['report_schedules', 'report_recipients'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('report_schedules as s')
        .leftJoin('report_recipients as r', (join) =>
          join.onRef('r.schedule_id', '=', 's.id').on('r.user_id', '=', user_id),
        )
        .select(['s.report', 's.every', 's.created_at'])
        .where((or) => or.or([or('s.created_by', '=', user_id), or('r.user_id', '=', user_id)]))
        .orderBy('s.created_at')
        .execute(),
    erase: async (tx, { user_id }) => {
      await tx.deleteFrom('report_recipients').where('user_id', '=', user_id).execute()
      await tx.updateTable('report_schedules').set({ created_by: null }).where('created_by', '=', user_id).execute()
    },
  },
  {
    // The books of the drawers, in which an erased person has no name.
    name: 'shifts',
    tables: ['shifts', 'shift_entries', 'shift_operators', 'sale_discounts', 'manager_codes', 'parked_sales'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('shifts as s')
        .innerJoin('registers as r', 'r.id', 's.register_id')
        .select(['r.name as register', 's.number', 's.opened_at', 's.closed_at'])
        .where('s.opened_by', '=', user_id)
        .orderBy('s.opened_at')
        .execute(),
  },
  {
    // Who brought an order belongs to its books, in which an erased person has no name.
    name: 'deliveries',
    tables: [
      'deliveries',
      'delivery_declines',
      'delivery_steps',
      'couriers',
      'courier_positions',
      'hand_ins',
      'courier_cash',
    ],
    copy: (db, { user_id }) =>
      db
        .selectFrom('deliveries as d')
        .innerJoin('orders as o', 'o.id', 'd.order_id')
        .select(['o.order_number', 'd.state', 'd.accepted_at', 'd.picked_up_at', 'd.arrived_at', 'd.ended_at'])
        .where('d.courier_id', '=', user_id)
        .orderBy('d.created_at')
        .execute(),
    erase: async (tx, { user_id }) => {
      await tx.deleteFrom('courier_positions').where('courier_id', '=', user_id).execute()
      await tx.deleteFrom('couriers').where('user_id', '=', user_id).execute()
    },
  },
  {
    // Who approved a payout belongs to its books, in which an erased person has no name.
    name: 'payouts',
    tables: ['payees', 'payout_terms', 'payout_accounts', 'payouts', 'payout_history'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('payout_history as h')
        .innerJoin('payouts as p', 'p.id', 'h.payout_id')
        .select(['p.number', 'h.state', 'h.cause', 'h.at'])
        .where('h.actor_id', '=', user_id)
        .orderBy('h.at')
        .execute(),
  },
  {
    // The months stay closed; that this person closed them does not.
    name: 'journal_months_closed',
    tables: ['journal_months'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('journal_months')
        .select(['currency', 'month', 'closed_at'])
        .where('closed_by', '=', user_id)
        .orderBy('closed_at')
        .execute(),
    erase: (tx, { user_id }) =>
      tx.updateTable('journal_months').set({ closed_by: null }).where('closed_by', '=', user_id).execute(),
  },
  {
    // The fees stay; that this person entered them does not.
    name: 'document_fees_entered',
    tables: ['document_fees'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('document_fees')
        .select(['kind', 'part', 'amount_minor', 'source', 'created_at'])
        .where('entered_by', '=', user_id)
        .orderBy('created_at')
        .execute(),
    erase: (tx, { user_id }) =>
      tx.updateTable('document_fees').set({ entered_by: null }).where('entered_by', '=', user_id).execute(),
  },
  {
    // What was changed stays; that this person did it does not.
    name: 'changes_of_many_records',
    tables: ['bulk_changes'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('bulk_changes')
        .select(['area', 'source', 'name', 'at'])
        .where('actor_id', '=', user_id)
        .orderBy('at')
        .execute(),
    erase: (tx, { user_id }) =>
      tx.updateTable('bulk_changes').set({ actor_id: null }).where('actor_id', '=', user_id).execute(),
  },
  {
    // A scheduled text is published in the name of the person who scheduled it, which an erased account cannot do.
    name: 'scheduled_texts',
    tables: ['page_schedules'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('page_schedules')
        .select(['name', 'publish_at', 'withdraw_at'])
        .where('user_id', '=', user_id)
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('page_schedules').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'announcements',
    tables: ['announcements', 'announcement_dismissals'],
    copy: async (db, { user_id }) => [
      ...(await db
        .selectFrom('announcements')
        .select(['text', 'starts_at', 'ends_at', 'status'])
        .where('activated_by', '=', user_id)
        .execute()),
      ...(await db
        .selectFrom('announcement_dismissals as d')
        .innerJoin('announcements as a', 'a.id', 'd.announcement_id')
        .select(['a.text', 'd.at as dismissed_at'])
        .where('d.user_id', '=', user_id)
        .execute()),
    ],
    erase: async (tx, { user_id }) => {
      await tx.deleteFrom('announcement_dismissals').where('user_id', '=', user_id).execute()
      // What an erased account has scheduled is not shown, and what is shown stays.
      await tx
        .updateTable('announcements')
        .set({ status: 'inactive' })
        .where('activated_by', '=', user_id)
        .where('started_at', 'is', null)
        .execute()
      await tx.updateTable('announcements').set({ activated_by: null }).where('activated_by', '=', user_id).execute()
    },
  },
]
