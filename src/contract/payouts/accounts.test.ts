import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isIban,
  isNuban,
  isRib,
  isRoutingNumber,
  maskAccount,
  readAccount,
  splitCanadian,
  splitRib,
  type TypedAccount,
} from './accounts.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

/** A text and another that differs from it in one digit. */
const withOneWrong = (texts: fc.Arbitrary<string>, from = 0) =>
  fc.tuple(texts, fc.nat(), fc.integer({ min: 1, max: 9 })).map(([text, place, by]) => {
    const at = from + (place % (text.length - from))
    return [text, text.slice(0, at) + String((Number(text[at]) + by) % 10) + text.slice(at + 1)] as const
  })

const read = (typed: TypedAccount) => readAccount(typed)

describe('a Nigerian account', () => {
  const nuban = fc
    .tuple(digits(3), digits(9))
    .map(
      ([bank, serial]) =>
        [bank, [...'0123456789'].map((digit) => serial + digit).filter((number) => isNuban(bank, number))] as const,
    )

  test.each([
    ['011', '0000014579'],
    ['011', '0000000220'],
  ])('has the check digit of the standard: %s %s', (bank_code, number) => {
    expect(read({ form: 'ng_bank', bank_code, number })).toEqual({
      account: { bank_code, number, masked: `••••\u00a0${number.slice(-4)}` },
    })
  })

  test('has exactly one check digit for each serial number', () => {
    fc.assert(
      fc.property(nuban, ([, numbers]) => {
        expect(numbers).toHaveLength(1)
      }),
    )
  })

  test('is refused when one digit is wrong', () => {
    fc.assert(
      fc.property(
        withOneWrong(
          nuban.map(([bank, [number]]) => bank + number!),
          3,
        ),
        ([, wrong]) => {
          expect(isNuban(wrong.slice(0, 3), wrong.slice(3))).toBe(false)
        },
      ),
    )
  })

  test('at an institution with a longer code has ten digits and no check digit', () => {
    expect(read({ form: 'ng_bank', bank_code: '50211', number: '8031234567' })).toHaveProperty('account')
    expect(read({ form: 'ng_bank', bank_code: '50211', number: '803123456' })).toEqual({
      field: 'number',
      mistake: 'shape',
    })
  })

  test.each([
    ['', '0000014579', 'bank_code', 'required'],
    ['GTB', '0000014579', 'bank_code', 'shape'],
    ['011', '', 'number', 'required'],
    ['011', '000001457', 'number', 'shape'],
    ['011', '00000145790', 'number', 'shape'],
    ['011', '0000014578', 'number', 'check'],
    ['058', '0000014579', 'number', 'check'],
  ] as const)('%j %j is wrong in its %s: %s', (bank_code, number, field, mistake) => {
    expect(read({ form: 'ng_bank', bank_code, number })).toEqual({ field, mistake })
  })

  test('is read as people paste it', () => {
    expect(read({ form: 'ng_bank', bank_code: ' 011 ', number: '0000\u00a0014\u2011579\u200e' })).toMatchObject({
      account: { bank_code: '011', number: '0000014579' },
    })
  })
})

describe('a Canadian account', () => {
  const typed = { form: 'ca_bank', institution: '003', transit: '01020', number: '1234567' } as const
  test('is stored with the routing number of electronic payments', () => {
    expect(read(typed)).toEqual({ account: { bank_code: '000301020', number: '1234567', masked: '••••\u00a067' } })
    expect(splitCanadian('000301020')).toEqual({ institution: '003', transit: '01020' })
  })
  test.each([
    [{ institution: '03' }, 'institution', 'shape'],
    [{ institution: '000' }, 'institution', 'shape'],
    [{ transit: '1020' }, 'transit', 'shape'],
    [{ transit: '' }, 'transit', 'required'],
    [{ number: '1234' }, 'number', 'shape'],
    [{ number: '1234567890123' }, 'number', 'shape'],
    [{ number: '0000000' }, 'number', 'shape'],
    [{ number: '12345A7' }, 'number', 'shape'],
  ] as const)('with %o is wrong in its %s: %s', (change, field, mistake) => {
    expect(read({ ...typed, ...change })).toEqual({ field, mistake })
  })
})

describe('an account in the United States', () => {
  // The Federal Reserve Bank of Minneapolis, Chase in New York, and Stripe's and Plaid's test banks.
  test.each(['091000019', '021000021', '110000000', '011401533'])('has a routing number: %s', (routing_number) => {
    expect(read({ form: 'us_bank', routing_number, number: '000123456789' })).toEqual({
      account: { bank_code: routing_number, number: '000123456789', masked: '••••\u00a06789' },
    })
  })

  test('is refused when one digit of its routing number is wrong', () => {
    const routing = digits(8).map((first) => [...'0123456789'].map((last) => first + last).find(isRoutingNumber))
    const valid = routing.filter((number) => number !== undefined)
    fc.assert(
      fc.property(withOneWrong(valid), ([, wrong]) => {
        expect(isRoutingNumber(wrong)).toBe(false)
      }),
    )
  })

  test.each([
    ['021000022', '123456', 'routing_number', 'check'],
    ['000000000', '123456', 'routing_number', 'check'],
    ['991000021', '123456', 'routing_number', 'shape'],
    ['02100002', '123456', 'routing_number', 'shape'],
    ['021000021', '123', 'number', 'shape'],
    ['021000021', '123456789012345678', 'number', 'shape'],
    ['021000021', '', 'number', 'required'],
  ] as const)('%s %s is wrong in its %s: %s', (routing_number, number, field, mistake) => {
    expect(read({ form: 'us_bank', routing_number, number })).toEqual({ field, mistake })
  })
})

describe('an account in Senegal', () => {
  const iban = 'SN08SN0100152000048500003035'
  const account = { bank_code: 'SN010', number: iban, masked: '••••\u00a03035' }

  test('is read from an IBAN or its RIB, however it is grouped', () => {
    for (const typed of [
      iban,
      'SN08 SN01 0015 2000 0485 0000 3035',
      'sn08-sn01-0015-2000-0485-0000-3035',
      'SN010 01520 000485000030 35',
    ])
      expect(read({ form: 'sn_bank', iban: typed })).toEqual({ account })
    expect(splitRib(iban)).toEqual({ bank: 'SN010', branch: '01520', account: '000485000030', key: '35' })
  })

  // Published examples of other countries of the union, with other letters.
  test.each([
    'CI93CI0080111301134291200589',
    'BJ66BJ0610100100144390000769',
    'BF42BF0840101300463574000390',
    'ML13ML0160120102600100668497',
    'TG53TG0090604310346500400070',
    'NE58NE0380100100130305000268',
    'GB29NWBK60161331926819',
    'DE89370400440532013000',
  ])('has an IBAN by the standard: %s', (other) => {
    expect(isIban(other)).toBe(true)
    expect(read({ form: 'sn_bank', iban: other })).toEqual({ field: 'iban', mistake: 'shape' })
  })

  const rib = fc.tuple(digits(3), digits(5), digits(12)).map(([bank, branch, number]) => {
    const open = `SN${bank}${branch}${number}`
    const keys = Array.from({ length: 97 }, (_none, at) => open + String(at + 1).padStart(2, '0')).filter(isRib)
    expect(keys).toHaveLength(1)
    return keys[0]!
  })

  test('has one key for each RIB, which gives an IBAN that is read again', () => {
    fc.assert(
      fc.property(rib, (text) => {
        const made = read({ form: 'sn_bank', iban: text })
        expect(made).toHaveProperty('account.number', expect.stringMatching(/^SN\d{2}SN\d{22}$/))
        const { number } = (made as { account: { number: string } }).account
        expect(isIban(number)).toBe(true)
        expect(read({ form: 'sn_bank', iban: number })).toEqual(made)
      }),
    )
  })

  test('is refused when one digit is wrong, or two neighbours are swapped', () => {
    fc.assert(
      fc.property(withOneWrong(rib, 2), fc.integer({ min: 2, max: 22 }), ([text, wrong], at) => {
        expect(isRib(wrong)).toBe(false)
        const swapped = text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2)
        expect(isRib(swapped)).toBe(swapped === text)
      }),
    )
  })

  test.each([
    ['', 'required'],
    ['SN08 SN01 0015 2000 0485 0000 303', 'shape'],
    ['SN09SN0100152000048500003035', 'check'],
    ['SN010 01520 000485000030 36', 'check'],
  ] as const)('%j is wrong: %s', (typed, mistake) => {
    expect(read({ form: 'sn_bank', iban: typed })).toEqual({ field: 'iban', mistake })
  })
})

describe('a Wave number', () => {
  test.each(['77 123 45 67', '+221 77 123 45 67', '00221771234567', '221-77-123-45-67', '(77) 123.45.67'])(
    'is read from %s',
    (mobile) => {
      expect(read({ form: 'sn_mobile', mobile })).toEqual({
        account: { bank_code: null, number: '+221771234567', masked: '••••\u00a04567' },
      })
    },
  )
  test.each(['33 821 99 03', '77 123 45 6', '+225 0712345678', '+33 6 12 34 56 78'])('is not %s', (mobile) => {
    expect(read({ form: 'sn_mobile', mobile })).toEqual({ field: 'mobile', mistake: 'shape' })
  })
})

test('a mask shows four characters at most, and never most of a number', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z\d]{4,34}$/), (number) => {
      const shown = maskAccount(number).slice(5)
      expect(number.endsWith(shown)).toBe(true)
      expect(shown.length).toBeLessThanOrEqual(Math.min(4, number.length / 2))
    }),
  )
})

test('nothing that is typed is an error of ours', () => {
  const form = fc.constantFrom<TypedAccount['form']>('ng_bank', 'ca_bank', 'us_bank', 'sn_bank', 'sn_mobile')
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(form, text, text, text, (kind, a, b, c) => {
      const typed = {
        form: kind,
        bank_code: a,
        institution: a,
        transit: b,
        routing_number: a,
        iban: a,
        mobile: a,
        number: c,
      } as TypedAccount
      const result = read(typed)
      if ('account' in result) expect(result.account.number).toMatch(/^[+A-Z\d]+$/)
      else expect(result.field in typed).toBe(true)
    }),
  )
})
