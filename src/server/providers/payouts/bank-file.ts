import { removeAccents } from '#contract/accents.ts'
import { currencyDigits, type Currency } from '#contract/money.ts'
import { splitCanadian, splitRib } from '#contract/payouts/accounts.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { formatCsv } from '#server/output/csv.ts'

/** A payout by bank transfer; the account is as `readAccount` (`contract/payouts/accounts.ts`) gives it. */
export interface BankTransfer {
  reference: string
  holder_name: string
  bank_code: string | null
  number: string
  amount_minor: bigint
  currency: Currency
}

export interface BankFile {
  text: string
  count: number
  total_minor: bigint
  currency: Currency
}

interface Columns {
  currency: Currency
  /** The headings of the account, and its parts; undefined for an account of another form. */
  headings: readonly string[]
  parts: (transfer: BankTransfer) => readonly string[] | undefined
}

const columns: Record<CountryCode, Columns> = {
  NG: {
    currency: 'NGN',
    headings: ['bank_code', 'account_number'],
    parts: ({ bank_code, number }) =>
      bank_code !== null && /^\d{3,6}$/.test(bank_code) && /^\d{10}$/.test(number) ? [bank_code, number] : undefined,
  },
  CA: {
    currency: 'CAD',
    headings: ['institution', 'transit', 'account_number'],
    parts({ bank_code, number }) {
      if (bank_code === null || !/^0\d{8}$/.test(bank_code) || !/^\d{5,12}$/.test(number)) return undefined
      const { institution, transit } = splitCanadian(bank_code)
      return [institution, transit, number]
    },
  },
  US: {
    currency: 'USD',
    headings: ['routing_number', 'account_number'],
    parts: ({ bank_code, number }) =>
      bank_code !== null && /^\d{9}$/.test(bank_code) && /^\d{4,17}$/.test(number) ? [bank_code, number] : undefined,
  },
  SN: {
    currency: 'XOF',
    headings: ['iban', 'code_banque', 'code_guichet', 'numero_compte', 'cle_rib'],
    parts({ number }) {
      if (!/^SN\d{2}SN\d{22}$/.test(number)) return undefined
      const { bank, branch, account, key } = splitRib(number)
      return [number, bank, branch, account, key]
    },
  },
}

const longestName = 70

/**
 * Writes the transfers of a country as a CSV file for its bank (RFC 4180, ASCII, amounts in major units with a point). Names
 * lose accents, which many banks refuse. Throws RangeError, and writes nothing, where a reference is missing or occurs twice,
 * an amount is not positive, or a currency or an account is not of this country.
 */
export function formatBankFile(country: CountryCode, transfers: readonly BankTransfer[]): BankFile {
  const { currency, headings, parts } = columns[country]
  const references = new Set<string>()
  const rows = transfers.map((transfer) => {
    const { reference, holder_name, amount_minor } = transfer
    const account = parts(transfer)
    if (reference === '') throw new RangeError('a transfer has no reference')
    if (references.has(reference)) throw new RangeError(`${reference} is in the file twice`)
    references.add(reference)
    if (amount_minor <= 0n) throw new RangeError(`the amount of ${reference} is not positive`)
    if (transfer.currency !== currency) throw new RangeError(`${reference} is not in ${currency}`)
    if (account === undefined) throw new RangeError(`the account of ${reference} is not one of ${country}`)
    return [reference, writeName(holder_name), ...account, writeAmount(amount_minor, currency), currency]
  })
  return {
    text: formatCsv([['reference', 'name', ...headings, 'amount', 'currency'], ...rows]),
    count: rows.length,
    total_minor: transfers.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
    currency,
  }
}

/** Letters without a plain one inside: of French, Hausa and Wolof. */
const plainLetters: Record<string, string> = {
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ƴ: 'y',
  Ƴ: 'Y',
  ŋ: 'n',
  Ŋ: 'N',
  '’': "'",
  '–': '-',
}

/** One line of printable ASCII; what has no form in it becomes a question mark, so that nobody is renamed silently. */
const writeName = (name: string): string =>
  removeAccents(name.replaceAll(/[^\u0020-\u007e]/gu, (letter) => plainLetters[letter] ?? letter))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\u0020-\u007e]/gu, '?')
    .trim()
    .slice(0, longestName)

function writeAmount(amount_minor: bigint, currency: Currency): string {
  const digits = currencyDigits[currency]
  const text = String(amount_minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
