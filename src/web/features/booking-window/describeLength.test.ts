import { expect, test } from 'vitest'
import { createTranslate } from '#i18n/translate.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import type { Translate } from '#web/page/translation.ts'
import { describeLength } from './describeLength.ts'

const at = (time: string) => new Date(`2026-11-27T${time}:00Z`)
const describeIn = (language: 'en' | 'fr', locale: string, start: string, priced_from: string, end: string) =>
  describeLength(createTranslate(language, wordsOf[language]) as Translate, locale, {
    start: at(start),
    priced_from: at(priced_from),
    end: at(end),
  })

test('gives the length of the two times where all of it is charged', () => {
  expect(describeIn('en', 'en-US', '19:30', '19:30', '21:45')).toBe('2\u00a0h 15\u00a0min')
  expect(describeIn('fr', 'fr-CA', '19:30', '19:30', '21:45')).toBe('2\u00a0h 15\u00a0min')
})

test('says what is free where the charge starts later than the stay', () => {
  expect(describeIn('en', 'en-US', '19:30', '19:45', '21:45')).toBe('2\u00a0h, first 15 min free')
  expect(describeIn('fr', 'fr-CA', '19:30', '19:45', '21:45')).toBe('2\u00a0h, 15 premières min gratuites')
  expect(describeIn('en', 'en-US', '13:15', '13:30', '15:15')).toBe('1\u00a0h 45\u00a0min, first 15 min free')
})
