import { expect, test } from 'vitest'
import { addLanguage, inLanguage } from './address.ts'

test('names the language in an address, in place of another one', () => {
  expect(addLanguage('/events', 'fr')).toBe('/events?lang=fr')
  expect(addLanguage('/help#extend', 'fr')).toBe('/help?lang=fr#extend')
  expect(addLanguage('/search?place=Centre%20Eaton&lang=en#list', 'fr')).toBe('/search?place=Centre+Eaton&lang=fr#list')
  expect(addLanguage('/?', 'en')).toBe('/?lang=en')
})

test('English has the plain address', () => {
  expect(inLanguage('/events', 'en')).toBe('/events')
  expect(inLanguage('/events', 'fr')).toBe('/events?lang=fr')
  expect(inLanguage('/search?size=10', 'fr')).toBe('/search?size=10&lang=fr')
})
