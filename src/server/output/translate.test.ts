import { expect, test } from 'vitest'
import { languageOf, translate } from './translate.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'fr'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['wo,fr;q=0.7,en;q=0.3', 'fr'],
  ['de,en;q=0.1,fr;q=0.2', 'fr'],
  ['fr;q=0,en', 'en'],
  ['*', 'en'],
  ['fr;q=abc', 'fr'],
  [`${'x'.repeat(5_000)},fr`, 'en'],
])('reads Accept-Language %s as %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test('does not interpret parameter values as keys or templates', () => {
  expect(translate('en', 'errors.insufficient_balance', { missing: '$t(errors.internal) {{x}}' })).toContain('{{x}}')
})
