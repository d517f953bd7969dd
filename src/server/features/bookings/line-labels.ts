import type { Line } from '#contract/bookings/bookings.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { formatPercent } from '#contract/numbers.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Fee } from '#server/features/pricing/fees-and-taxes.ts'
import type { PriceLine } from '#server/features/pricing/lines.ts'
import { translate } from '#server/output/translate.ts'

/** Names of fees in one language, by fee id. */
export type FeeNames = ReadonlyMap<number, string>

export async function findFeeNames(db: Db | Tx, language: Language): Promise<FeeNames> {
  const rows = await db
    .selectFrom('fees')
    .select(['id', language === 'fr' ? 'name_fr as name' : 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const toFeeNames = (fees: readonly Fee[], language: Language): FeeNames =>
  new Map(fees.map(({ id, name, name_fr }) => [id, language === 'fr' ? name_fr : name]))

/** Price lines with labels: "Parking", "Service fee (5%)", "TVH (13 %)". */
export function labelLines(
  lines: readonly PriceLine[],
  currency: Currency,
  names: FeeNames,
  language: Language,
): Line[] {
  return lines.map(({ code, kind, fee_id, percent_thousandths, amount_minor }) => {
    const name = (fee_id === null ? undefined : names.get(fee_id)) ?? translate(language, `quotes.lines.${kind}`)
    const label =
      percent_thousandths === null ? name : `${name} (${formatPercent(percent_thousandths / 1_000, language)})`
    return { code, label, amount: toMajor(amount_minor, currency) }
  })
}
