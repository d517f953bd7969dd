import type { Currency } from '#contract/money.ts'
import type { LineKind } from '#contract/payouts/terms.ts'
import type { CountryCode } from '#contract/places/places.ts'

/** Who a statement is for, as it was when it was closed. */
export interface StatedPayee {
  name: string
  entity: string | null
  legal_name: string | null
  registration_number: string | null
  tax_number: string | null
  address: string | null
}

/** A statement with its payee. */
export interface StatementFacts {
  number: string
  payee_id: string
  payee_name: string
  payee: StatedPayee
  country: CountryCode
  currency: Currency
  timezone: string
  period_from: Date
  period_until: Date
  closed_at: Date
  opening_minor: bigint
  sales_minor: bigint
  refunds_minor: bigint
  commission_minor: bigint
  tax_minor: bigint
  taxes: { code: string; rate: number; amount_minor: string }[]
  other_minor: bigint
  paid_minor: bigint
  closing_minor: bigint
  line_count: number
  is_example: boolean
}

/** A line of a statement’s PDF. */
export interface StatedLine {
  at: Date
  kind: LineKind
  subject: string | null
  place: string | null
  gross_minor: bigint
  commission_minor: bigint
}
