import { expect, test } from 'vitest'
import { createTranslate } from '#i18n/translate.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import type { Translate } from '#web/page/translation.ts'
import { describeDeadline } from './describeDeadline.ts'

const start = new Date('2036-11-28T18:00:00Z')
const describeIn = (language: 'en' | 'fr', until: string) =>
  describeDeadline(createTranslate(language, wordsOf[language]) as Translate, `${language}-CA`, {
    until: new Date(until),
    start,
    zone: 'UTC',
  })

test('names a deadline up to the start', () => {
  expect(describeIn('en', '2036-11-28T18:00:00Z')).toContain('until')
  expect(describeIn('fr', '2036-11-27T18:00:00Z')).toContain('jusqu’')
})

test('says for how long a new booking can be cancelled, not a time after the start', () => {
  expect(describeIn('en', '2036-11-28T18:09:00Z')).toBe('for 10 minutes after you book')
  expect(describeIn('fr', '2036-11-28T18:09:00Z')).toBe('pendant 10 minutes après la réservation')
})
