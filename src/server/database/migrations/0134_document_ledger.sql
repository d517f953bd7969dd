-- Money of requests for vehicle documents: it waits until the agency has them, and goes to whom it belongs.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check
  (kind in ('customer', 'customer_debt', 'provider_clearing', 'refund_clearing', 'provider_fee', 'park_payable', 'fee_income',
    'tax_payable', 'promotion', 'adjustment', 'order_held', 'branch_payable', 'payout_clearing', 'document_held',
    'agency_payable', 'insurer_payable'));
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check
  (kind in ('top_up', 'booking', 'extension', 'refund', 'order', 'ticket', 'document', 'adjustment', 'provider_fee',
    'order_release', 'settlement', 'document_release'));
