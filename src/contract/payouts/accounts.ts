/** The forms in which accounts that we pay are typed, by country and kind. */
export type TypedAccount =
  | { form: 'ng_bank'; bank_code: string; number: string }
  | { form: 'ca_bank'; institution: string; transit: string; number: string }
  | { form: 'us_bank'; routing_number: string; number: string }
  /** An IBAN, or the RIB that is its last 24 characters. */
  | { form: 'sn_bank'; iban: string }
  | { form: 'sn_mobile'; mobile: string }
export type AccountField = 'bank_code' | 'number' | 'institution' | 'transit' | 'routing_number' | 'iban' | 'mobile'

/** `shape`: too short, too long or with other characters. `check`: a digit is wrong or two are swapped. */
export type AccountMistake = 'required' | 'shape' | 'check'

/**
 * An account as it is stored. `bank_code`: Nigeria's code of the bank; Canada's routing number of electronic payments, `0`,
 * institution and transit; the routing number in the United States; the first part of the RIB in Senegal; null for Wave.
 * `number`: the account's, the whole IBAN in Senegal, or the mobile number in E.164 form.
 */
export interface StoredAccount {
  bank_code: string | null
  number: string
  masked: string
}
export type ReadAccount = { account: StoredAccount } | { field: AccountField; mistake: AccountMistake }

/** What people put between digits: spaces and dashes of any kind, dots, and the marks of right-to-left text. */
const tidy = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\p{Zs}\p{Pd}\p{Cf}\t\u2212._]/gu, '')
    .toUpperCase()

const mistake = (field: AccountField, text: string, kind: 'shape' | 'check'): ReadAccount => ({
  field,
  mistake: text === '' ? 'required' : kind,
})
const stored = (bank_code: string | null, number: string): ReadAccount => ({
  account: { bank_code, number, masked: maskAccount(number) },
})

/** Reads what an owner has typed: the account as it is stored, or the first field that is wrong. */
export function readAccount(typed: TypedAccount): ReadAccount {
  switch (typed.form) {
    case 'ng_bank':
      return readNigerian(tidy(typed.bank_code), tidy(typed.number))
    case 'ca_bank':
      return readCanadian(tidy(typed.institution), tidy(typed.transit), tidy(typed.number))
    case 'us_bank':
      return readAmerican(tidy(typed.routing_number), tidy(typed.number))
    case 'sn_bank':
      return readSenegalese(tidy(typed.iban))
    case 'sn_mobile':
      return readMobile(tidy(typed.mobile))
  }
}

/** The last four characters of an account or mobile number, or two of a short one: `•••• 6789`. */
export const maskAccount = (number: string): string => `••••\u00a0${number.slice(number.length < 8 ? -2 : -4)}`

const sumOf = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * weights[at % weights.length]!, 0)

/**
 * Whether an account number is one of this bank by the standard of the Central Bank of Nigeria (NUBAN): the weighted sum of
 * the bank's three digits and nine of the account gives the tenth. Its example is 0000014579 at 011.
 */
export const isNuban = (bank_code: string, number: string): boolean =>
  /^\d{3}$/.test(bank_code) &&
  /^\d{10}$/.test(number) &&
  (10 - (sumOf(bank_code + number.slice(0, 9), [3, 7, 3]) % 10)) % 10 === Number(number[9])

/** Codes of more than three digits are those of other institutions, whose numbers, often of phones, have no check digit. */
function readNigerian(bank_code: string, number: string): ReadAccount {
  if (!/^\d{3,6}$/.test(bank_code)) return mistake('bank_code', bank_code, 'shape')
  if (!/^\d{10}$/.test(number)) return mistake('number', number, 'shape')
  if (bank_code.length === 3 && !isNuban(bank_code, number)) return mistake('number', number, 'check')
  return stored(bank_code, number)
}

/** Payments Canada: an institution of three digits, a transit number (branch) of five, and up to twelve for the account. */
function readCanadian(institution: string, transit: string, number: string): ReadAccount {
  if (!/^(?!000)\d{3}$/.test(institution)) return mistake('institution', institution, 'shape')
  if (!/^(?!00000)\d{5}$/.test(transit)) return mistake('transit', transit, 'shape')
  if (!/^(?!0+$)\d{5,12}$/.test(number)) return mistake('number', number, 'shape')
  return stored(`0${institution}${transit}`, number)
}

/** The institution and the transit number in a Canadian routing number. */
export const splitCanadian = (bank_code: string): { institution: string; transit: string } => ({
  institution: bank_code.slice(1, 4),
  transit: bank_code.slice(4),
})

/** The first two digits that the American Bankers Association has given out: Federal Reserve districts, thrifts, cheques. */
const districts = /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/

/** Whether nine digits are a routing number of the United States (ABA): weighted by 3, 7 and 1, they are a multiple of ten. */
export const isRoutingNumber = (digits: string): boolean =>
  districts.test(digits) && !/^0+$/.test(digits) && sumOf(digits, [3, 7, 1]) % 10 === 0

/** Nacha's rules allow up to seventeen digits for an account. */
function readAmerican(routing_number: string, number: string): ReadAccount {
  if (!districts.test(routing_number)) return mistake('routing_number', routing_number, 'shape')
  if (!isRoutingNumber(routing_number)) return mistake('routing_number', routing_number, 'check')
  if (!/^(?!0+$)\d{4,17}$/.test(number)) return mistake('number', number, 'shape')
  return stored(routing_number, number)
}

/** The remainder of a long decimal number by 97. */
const modulo97 = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)

/** Letters as ISO 13616 counts them: A is 10. */
const ibanDigits = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

/** Whether the two check digits of an IBAN are right (ISO 13616). */
export const isIban = (iban: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban) && modulo97(ibanDigits(iban.slice(4) + iban.slice(0, 4))) === 1

const ribShape = /^SN\d{3}\d{5}\d{12}\d{2}$/

/**
 * Letters as the key of a RIB counts them: A to I are 1 to 9, J to R too, S to Z are 2 to 9. The accounts of the West
 * African union that are published as examples of IBANs have keys by this table.
 */
const ribDigits = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) =>
    String(letter < 'S' ? ((letter.charCodeAt(0) - 65) % 9) + 1 : letter.charCodeAt(0) - 81),
  )

/** Whether the last two digits of a RIB of the West African union, 24 characters long, are its key. */
export const isRib = (rib: string): boolean =>
  ribShape.test(rib) && 97 - modulo97(`${ribDigits(rib.slice(0, -2))}00`) === Number(rib.slice(-2))

/** Bank (`SN` and three digits), branch, account and key in an IBAN of Senegal, as banks there write them. */
export const splitRib = (iban: string): { bank: string; branch: string; account: string; key: string } => ({
  bank: iban.slice(4, 9),
  branch: iban.slice(9, 14),
  account: iban.slice(14, 26),
  key: iban.slice(26),
})

function ibanOf(rib: string): string {
  const check = 98 - modulo97(ibanDigits(`${rib}SN00`))
  return `SN${String(check).padStart(2, '0')}${rib}`
}

function readSenegalese(typed: string): ReadAccount {
  const rib = ribShape.test(typed) ? typed : typed.slice(4)
  if (!/^(?:SN\d{2})?SN\d{22}$/.test(typed) || !ribShape.test(rib)) return mistake('iban', typed, 'shape')
  const iban = rib === typed ? ibanOf(rib) : typed
  if (!isRib(rib) || !isIban(iban)) return mistake('iban', typed, 'check')
  return stored(splitRib(iban).bank, iban)
}

/** Mobile numbers of Senegal have nine digits that begin with 7 (ITU operational bulletin, ARTP). */
function readMobile(typed: string): ReadAccount {
  const [, digits] = /^(?:\+221|00221|221)?(7\d{8})$/.exec(typed.replaceAll(/[()/]/g, '')) ?? []
  return digits === undefined ? mistake('mobile', typed, 'shape') : stored(null, `+221${digits}`)
}
