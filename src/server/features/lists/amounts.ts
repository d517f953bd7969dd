import { sql, type RawBuilder } from 'kysely'
import { currencies, currencyDigits, type Currency } from '#contract/money.ts'

/** The currencies that a sign or a code stands for; a dollar is one of two. */
const signs: readonly [RegExp, readonly Currency[]][] = [
  [/^(?:₦|NGN|N)$/, ['NGN']],
  [/^(?:CA\$|C\$|\$CA|CAD)$/, ['CAD']],
  [/^(?:US\$|\$US|USD)$/, ['USD']],
  [/^\$$/, ['CAD', 'USD']],
  [/^(?:F|CFA|FCFA|XOF)$/, ['XOF']],
  [/^$/, currencies],
]

export interface TypedAmount {
  currency: Currency
  amount_minor: bigint
}

/**
 * What a typed text can mean as an amount, in each currency that it may be of: “12.50”, “₦2,000” and “2 000 F”. A comma or a
 * point before three digits groups thousands. Empty for what is no amount.
 */
export function readAmounts(text: string): TypedAmount[] {
  const bare = text.normalize('NFKC').toUpperCase().replaceAll(/\s/gu, '')
  const [, before, number, after] = /^(\D*?)(\d[\d.,'’]*)(\D*)$/u.exec(bare) ?? []
  if (number === undefined) return []
  const whole = /^\d{1,3}(?:[.,'’]\d{3})+$|^\d+$/.test(number)
  const [, major = '', fraction = ''] = whole
    ? ['', number.replaceAll(/\D/g, '')]
    : (/^(\d{1,3}(?:[.’']\d{3})+(?=,)|\d{1,3}(?:[,’']\d{3})+(?=\.)|\d+)[.,](\d{1,2})$/.exec(number) ?? [])
  const digits = major.replaceAll(/\D/g, '')
  const possible = signs.find(([sign]) => sign.test(before! + after!))?.[1]
  if (digits === '' || digits.length > 12 || possible === undefined) return []
  return possible.flatMap((currency) => {
    const places = currencyDigits[currency]
    if (fraction.length > places && !/^0+$/.test(fraction)) return []
    return [{ currency, amount_minor: BigInt(digits + fraction.padEnd(places, '0').slice(0, places)) }]
  })
}

/** The condition that an amount in minor units is the one that was typed; false where none was. */
export function hasAmount(
  minor: RawBuilder<unknown>,
  currency: RawBuilder<unknown>,
  text: string,
): RawBuilder<boolean> {
  const amounts = readAmounts(text)
  if (amounts.length === 0) return sql<boolean>`false`
  const each = amounts.map(
    (typed) => sql`(${minor} = ${typed.amount_minor}::bigint and ${currency} = ${typed.currency})`,
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}
