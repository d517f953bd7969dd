import type { Holding } from './holding.ts'

/** What payments, wallets and their corrections hold about a person, in the order of erasure. */
export const moneyHoldings: readonly Holding[] = [
  {
    name: 'top_ups',
    tables: ['top_ups'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('top_ups')
        .select(['reference', 'provider', 'amount_minor', 'currency', 'status', 'created_at', 'settled_at'])
        .select(['booking_id', 'booked_id', 'device'])
        .where('user_id', '=', user_id)
        .orderBy('created_at')
        .execute(),
    // Payer details from the provider are erased; the payment itself is kept.
    erase: async (tx, { user_id }) => {
      const own = tx.selectFrom('top_ups').select('reference').where('user_id', '=', user_id)
      await tx
        .updateTable('webhook_events')
        .set({ body: Buffer.alloc(0) })
        .where('processed_at', 'is not', null)
        .where('reference', 'in', own)
        .execute()
      await tx.updateTable('top_ups').set({ payment_info: null }).where('user_id', '=', user_id).execute()
    },
  },
  {
    name: 'refunds_to_cards',
    tables: ['refunds'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('refunds')
        .select(['reference', 'provider', 'kind', 'amount_minor', 'owed_minor', 'currency', 'status', 'created_at'])
        .select('settled_at')
        .where('user_id', '=', user_id)
        .orderBy('created_at')
        .execute(),
  },
  {
    name: 'disputes',
    tables: ['disputes'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('disputes')
        .innerJoin('top_ups', 'top_ups.id', 'disputes.top_up_id')
        .select(['top_ups.reference', 'disputes.provider', 'disputes.claim', 'disputes.stage', 'disputes.amount_minor'])
        .select(['disputes.currency', 'disputes.reported_at', 'disputes.ended_at'])
        .where('top_ups.user_id', '=', user_id)
        .orderBy('disputes.reported_at')
        .execute(),
  },
  {
    name: 'wallet',
    tables: ['ledger_accounts', 'ledger_entries', 'ledger_transfers'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('ledger_entries')
        .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
        .innerJoin('ledger_transfers', 'ledger_transfers.id', 'ledger_entries.transfer_id')
        .select(['ledger_transfers.kind', 'ledger_transfers.reference', 'ledger_transfers.description'])
        .select(['ledger_entries.amount_minor', 'ledger_entries.balance_after_minor', 'ledger_entries.currency'])
        .select('ledger_entries.created_at')
        .where('ledger_accounts.kind', 'in', ['customer', 'customer_debt'])
        .where('ledger_accounts.owner', '=', user_id)
        .orderBy('ledger_entries.id')
        .execute(),
  },
  {
    name: 'wallet_corrections',
    tables: ['approvals'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('approvals')
        .select(['kind', 'amount_minor', 'currency', 'reason', 'requested_at', 'state', 'decided_at'])
        .where('user_id', '=', user_id)
        .orderBy('requested_at')
        .execute(),
    // The amounts are in the ledger, which is kept; what was written about the person is not.
    erase: (tx, { user_id }) =>
      tx.updateTable('approvals').set({ reason: '', note: null }).where('user_id', '=', user_id).execute(),
  },
  {
    name: 'differences_settled',
    tables: ['money_differences'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('money_differences')
        .select(['kind', 'provider', 'reference', 'resolved_at'])
        .where('resolved_by', '=', user_id)
        .execute(),
    erase: (tx, { user_id }) =>
      tx.updateTable('money_differences').set({ resolved_by: null }).where('resolved_by', '=', user_id).execute(),
  },
  {
    name: 'notes_on_differences',
    tables: ['money_difference_notes'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('money_difference_notes')
        .select(['state', 'body', 'created_at'])
        .where('user_id', '=', user_id)
        .execute(),
    erase: (tx, { user_id }) =>
      tx.updateTable('money_difference_notes').set({ user_id: null }).where('user_id', '=', user_id).execute(),
  },
]
