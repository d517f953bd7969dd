import {
  documentKinds,
  documentTerms,
  isKindOfUse,
  type DocumentKind,
  type FeePart,
  type NigerianState,
  type TermMonths,
  type VehicleCategory,
  type VehicleUse,
} from '#contract/documents/document-rules.ts'
import type { QuoteLine } from '#contract/documents/documents.ts'
import type { findDocumentFees } from '#contract/documents/documents.ts'
import type { AnswerOf, ParsedQuery } from '#contract/endpoint.ts'
import { countryIds } from '#contract/geography.ts'
import { chargedUnit, toMajor } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { findDeliveryFee, findFees, findReinspectionFees, type FeeLine } from '../fees/find-fees.ts'

/** A line of a request's price, in minor units of NGN, and where its money went since. */
export interface PriceLine {
  /** Null for what the request as a whole costs. */
  kind: DocumentKind | 'reinspection' | null
  part: FeePart
  /** What a line of tax is charged on. */
  of: 'service' | 'delivery' | null
  amount_minor: bigint
  source: string | null
  observed_on: string | null
  is_example: boolean
  released_minor: bigint
  refunded_minor: bigint
}

export interface PricedVehicle {
  state: NigerianState
  category: VehicleCategory
  use: VehicleUse
  engine_cc: number | null
}
export interface PricedDocument {
  kind: DocumentKind
  term_months: TermMonths | null
}

/** VAT in thousandths of a percent, as it is charged on our fees for parking. */
async function findVat(db: Db | Tx): Promise<bigint> {
  const row = await db
    .selectFrom('fees')
    .select('value')
    .where('country_id', '=', countryIds.NG)
    .where('code', '=', 'vat')
    .executeTakeFirstOrThrow()
  return row.value
}

const toLine = (
  kind: PriceLine['kind'],
  { part, amount_minor, source, observed_on, is_example }: FeeLine,
): PriceLine => ({
  kind,
  part,
  of: null,
  amount_minor,
  source,
  observed_on,
  is_example,
  released_minor: 0n,
  refunded_minor: 0n,
})

/** The tax on an amount, rounded to whole naira, half up; no line where there is nothing to tax. */
export function taxOn(of: 'service' | 'delivery', amount_minor: bigint, thousandths: bigint): PriceLine[] {
  const unit = chargedUnit('NGN')
  const tax_minor = ((amount_minor * thousandths + 50_000n * unit) / (100_000n * unit)) * unit
  if (tax_minor === 0n) return []
  const line = { kind: null, part: 'tax' as const, of, amount_minor: tax_minor, source: null, observed_on: null }
  return [{ ...line, is_example: false, released_minor: 0n, refunded_minor: 0n }]
}

export const sumLines = (lines: readonly PriceLine[]): bigint =>
  lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)

/**
 * Returns the lines of documents for a vehicle on a day of Nigeria (`2026-11-23`), with tax on our service and the delivery;
 * null as long as one of the fees is unknown: nothing is ever estimated.
 */
export async function findPrice(
  db: Db | Tx,
  vehicle: PricedVehicle,
  documents: readonly PricedDocument[],
  { isDelivered, day }: { isDelivered: boolean; day: string },
): Promise<PriceLine[] | null> {
  const lines: PriceLine[] = []
  for (const { kind, term_months } of documents) {
    const fees = await findFees(db, { ...vehicle, kind, term: term_months, day })
    if (fees === null) return null
    lines.push(...fees.map((fee) => toLine(kind, fee)))
  }
  const vat = await findVat(db)
  const service = sumLines(lines.filter(({ part }) => part === 'service'))
  const delivery = isDelivered ? await findDeliveryFee(db, { state: vehicle.state, day }) : undefined
  if (delivery === null) return null
  return [
    ...lines,
    ...taxOn('service', service, vat),
    ...(delivery === undefined ? [] : [toLine(null, delivery), ...taxOn('delivery', delivery.amount_minor, vat)]),
  ]
}

/** Returns the lines of another inspection on a day of Nigeria, with tax on our service; empty where there is no fee. */
export async function findReinspectionPrice(db: Db | Tx, vehicle: PricedVehicle, day: string): Promise<PriceLine[]> {
  const lines = (await findReinspectionFees(db, { ...vehicle, day })).map((fee) => toLine('reinspection', fee))
  const service = sumLines(lines.filter(({ part }) => part === 'service'))
  return [...lines, ...taxOn('service', service, await findVat(db))]
}

const money = (amount_minor: bigint) => ({ amount: toMajor(amount_minor, 'NGN'), currency: 'NGN' as const })

const toQuoteLine = ({ kind, part, amount_minor, source, observed_on, is_example }: PriceLine): QuoteLine => ({
  kind,
  part,
  amount: money(amount_minor),
  source,
  observed_on,
  is_example,
})

/** Lines as people see them: the tax on our service, the delivery and another inspection is one line, the last. */
export function toQuoteLines(lines: readonly PriceLine[]): QuoteLine[] {
  const isTax = ({ part }: PriceLine) => part === 'tax'
  const taxes = lines.filter(isTax)
  const tax = taxes[0] === undefined ? [] : [{ ...taxes[0], amount_minor: sumLines(taxes) }]
  return [...lines.filter((line) => !isTax(line)), ...tax].map(toQuoteLine)
}

/** Returns what each document costs for a vehicle on a day, and the delivery, each with its tax, as far as it is known. */
export async function findKnownPrices(
  db: Db,
  {
    engine_cc = null,
    ...vehicle
  }: Omit<ParsedQuery<typeof findDocumentFees>, 'engine_cc'> & { engine_cc?: number | null },
  day: string,
): Promise<AnswerOf<typeof findDocumentFees>> {
  const items: AnswerOf<typeof findDocumentFees>['items'] = []
  for (const kind of documentKinds.filter((kind) => isKindOfUse(kind, vehicle.use))) {
    const terms: readonly TermMonths[] = documentTerms[kind]
    for (const term_months of terms.length === 0 ? [null] : terms) {
      const lines = await findPrice(db, { ...vehicle, engine_cc }, [{ kind, term_months }], { isDelivered: false, day })
      items.push({
        kind,
        term_months,
        lines: lines === null ? null : toQuoteLines(lines),
        total: lines === null ? null : money(sumLines(lines)),
      })
    }
  }
  const fee = await findDeliveryFee(db, { state: vehicle.state, day })
  const delivery = fee === null ? null : toLine(null, fee)
  return {
    day,
    items,
    delivery:
      delivery === null
        ? null
        : {
            line: toQuoteLine(delivery),
            total: money(sumLines([delivery, ...taxOn('delivery', delivery.amount_minor, await findVat(db))])),
          },
  }
}

type StoredLine = Omit<PriceLine, 'amount_minor' | 'released_minor' | 'refunded_minor'> &
  Record<'amount_minor' | 'released_minor' | 'refunded_minor', string>

/** Lines as they are stored: JSON has no integers of this size, so amounts are texts. */
export const writeLines = (lines: readonly PriceLine[]): string =>
  JSON.stringify(lines, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

export const readLines = (stored: unknown): PriceLine[] =>
  (stored as StoredLine[]).map((line) => ({
    ...line,
    amount_minor: BigInt(line.amount_minor),
    released_minor: BigInt(line.released_minor),
    refunded_minor: BigInt(line.refunded_minor),
  }))
