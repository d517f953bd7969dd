import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countryCodes } from '#contract/geography.ts'
import { formatPhone } from '#contract/phone-format.ts'
import { PhoneText } from '#contract/phones.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { listPhoneDigits, readPhone, toStoredPhone } from './phones.ts'

/** Numbers of each country without its code, with the code and the trunk zero that is dialled inside the country. */
const numbers: Record<CountryCode, { code: string; trunk: string; of: fc.Arbitrary<string> }> = {
  NG: { code: '234', trunk: '0', of: fc.stringMatching(/^(70[1-8]|80[2-9]|81[0-8]|90[1-9])\d{7}$/) },
  CA: { code: '1', trunk: '', of: fc.stringMatching(/^(416|514|604)[2-9]\d{6}$/) },
  US: { code: '1', trunk: '', of: fc.stringMatching(/^(212|617|415)[2-9]\d{6}$/) },
  SN: { code: '221', trunk: '', of: fc.stringMatching(/^7[678]\d{7}$/) },
}
const signs = fc.constantFrom('', ' ', '\u00a0', '\u202f', '-', '\u2011', '\u2013', '.', ' - ')

/** The digits with signs between some of them. */
const spaced = (digits: string) =>
  fc
    .array(signs, { minLength: digits.length, maxLength: digits.length })
    .map((between) =>
      [...digits].map((digit, index) => (index === 0 || index % 3 !== 0 ? digit : between[index]! + digit)).join(''),
    )

describe('a phone number', () => {
  test('is read alike however it is written, and again as it is stored', () => {
    const written = fc.constantFrom(...countryCodes).chain((country) => {
      const { code, trunk, of } = numbers[country]
      return of.chain((national) =>
        spaced(national).chain((text) =>
          fc
            .constantFrom(
              text,
              `${trunk}${text}`,
              `+${code} ${text}`,
              `00${code}${text}`,
              `00 ${code} ${text}`,
              `011 ${code} ${text}`,
              `+${code} (0) ${text}`,
              `+${code} (0)${text}`,
              `\u202a+${code} ${text}\u202c`,
              `(+${code}) ${text}`,
              `+${code}${trunk}${text}`,
              `\uff0b${code} ${text}`,
            )
            .map((typed) => ({ typed, country, stored: `+${code}${national}` })),
        ),
      )
    })
    fc.assert(
      fc.property(written, fc.constantFrom(...countryCodes), ({ typed, country, stored }, other) => {
        expect(PhoneText.safeParse(typed).success).toBe(true)
        expect(readPhone(PhoneText.parse(typed), [country])).toBe(stored)
        expect(readPhone(stored, [other])).toBe(stored)
        expect(readPhone(formatPhone(stored), [other])).toBe(stored)
        expect(listPhoneDigits(typed).some((digits) => stored.includes(digits))).toBe(true)
      }),
    )
  })

  test('of any text is E.164 or none', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[\d+() .-]{0,24}$/))
    fc.assert(
      fc.property(text, fc.constantFrom(...countryCodes), (typed, country) => {
        const phone = readPhone(typed, [country])
        if (phone === undefined) return
        expect(phone).toMatch(/^\+[1-9]\d{6,14}$/)
        for (const other of countryCodes) expect(readPhone(phone, [other])).toBe(phone)
      }),
    )
  })

  test.each([
    ['+44 (0)20 7946 0958', 'NG', '+442079460958'],
    ['0044 20 7946 0958', 'NG', '+442079460958'],
    ['011 44 20 7946 0958', 'US', '+442079460958'],
    ['009 44 20 7946 0958', 'NG', '+442079460958'],
    ['+234 (0) 803 123 4567', 'CA', '+2348031234567'],
    ['+1 (0) 416 555 0100', 'NG', '+14165550100'],
    ['+33 (0)6 12 34 56 78', 'SN', '+33612345678'],
    ['+39 06 1234 5678', 'NG', '+390612345678'],
    ['234 803 123 4567', 'NG', '+2348031234567'],
    ['33 821 00 00', 'SN', '+221338210000'],
  ] as const)('%s in %s is %s', (typed, country, stored) => expect(readPhone(typed, [country])).toBe(stored))

  test('with its code needs no country', () => {
    expect(readPhone('+234 (0) 803 123 4567', [])).toBe('+2348031234567')
    expect(readPhone('0803 123 4567', [])).toBeUndefined()
  })

  test('without its code is of the first country where it is valid', () => {
    expect(readPhone('0803 123 4567', ['CA', 'NG'])).toBe('+2348031234567')
    expect(readPhone('0803 123 4567', ['CA', 'SN'])).toBeUndefined()
  })

  test.each([
    '112',
    '12345678',
    '0803 123 456',
    '+234 803 123 45678',
    '+999 803 123 4567',
    '08031234567 / 08097654321',
  ])('%s is refused at its field, unless it is what is stored', (typed) => {
    const refused = () => toStoredPhone(typed, { countries: ['NG'], field: 'owner_phone' })
    expect(refused).toThrow(expect.objectContaining({ fields: [expect.objectContaining({ field: 'owner_phone' })] }))
    expect(toStoredPhone(typed, { countries: ['NG'], kept: typed })).toBe(typed)
  })

  test('with an extension is not read without it', () =>
    expect(readPhone('+234 803 123 4567 ext. 12', ['NG'])).toBeUndefined())

  test('is grouped for reading', () => {
    expect(['+2348031234567', '+221771234567', '+14165550100', '+442079460958'].map(formatPhone)).toEqual([
      '+234\u00a0803\u00a0123\u00a04567',
      '+221\u00a077\u00a0123\u00a045\u00a067',
      '+1\u00a0416\u00a0555\u00a00100',
      '+442079460958',
    ])
  })
})
