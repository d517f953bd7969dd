import { expect, test } from 'vitest'
import { formatMomentOfMonth, formatTime } from '#contract/dates.ts'
import { localeOf } from '#contract/formats.ts'
import { countryCodes, languages } from '#contract/geography.ts'
import { sms } from '#i18n/en/emails/sms.ts'
import { translate } from '#server/output/translate.ts'
import { countParts, toPhoneAlphabet } from './text.ts'
import { writeText, type TextKind } from './texts.ts'

const kinds = Object.keys(sms.texts) as TextKind[]
const locales = languages.flatMap((language) => countryCodes.map((country) => localeOf(language, country)))
const at = new Date('2026-11-28T21:45:00Z')

test.each(locales)('each text message in %s is one part, with the longest facts', (locale) => {
  const when = formatMomentOfMonth(at, 'America/Toronto', locale)
  const params = {
    code: 'ABCD2345EF',
    number: 'ABCD2345',
    from: when,
    to: when,
    time: when,
    pay_by: when,
    plate: 'ABC 1234 DEF',
    amount: '1 234 567,89 $ CA',
    token: 1234,
  }
  for (const kind of kinds) {
    const facts = kind === 'parking_ends' ? { ...params, time: formatTime(at, 'America/Toronto', locale) } : params
    const text = writeText(
      {
        kind,
        locale,
        name: 'Aéroport international Blaise-Diagne, P3',
        params: facts,
        path: '/booking-details/ABCD2345',
      },
      'https://parkwell.example',
      translate(locale, 'sms.stop_by_reply'),
    )
    expect([kind, countParts(toPhoneAlphabet(text))]).toEqual([kind, 1])
    expect(text).not.toContain('{{')
  }
  for (const kind of ['code', 'code_of_account']) {
    const code = translate(locale, `sms.${kind}`, { code: '012345', product: 'Parkwell', time: '10 minutes' })
    expect([kind, countParts(toPhoneAlphabet(code))]).toEqual([kind, 1])
  }
})
