import { transactionKinds } from '#contract/money.ts'

/** The kinds of the ledger's accounts. */
export const accountKinds = [
  'customer',
  'customer_debt',
  'provider_clearing',
  'refund_clearing',
  'provider_fee',
  'park_payable',
  'fee_income',
  'tax_payable',
  'promotion',
  'adjustment',
  'order_held',
  'branch_payable',
  'payout_clearing',
  'document_held',
  'agency_payable',
  'insurer_payable',
  'cash_drawer',
  'cash_rounding',
  'cash_discrepancy',
  'terminal_clearing',
  'mobile_clearing',
  'cash_courier',
  'payee_payable',
] as const
export type AccountKind = (typeof accountKinds)[number]

/** The kinds of the ledger's transfers: those of statements, and those that move no wallet. */
export const transferKinds = [
  ...transactionKinds,
  'provider_fee',
  'order_release',
  'document_release',
  'settlement',
  'payout',
  'cash',
] as const
export type TransferKind = (typeof transferKinds)[number]
