import { expect, it } from 'vitest'
import { toSlug } from './slugs.ts'

it.each([
  ['Où est mon reçu\u00a0?', 'ou-est-mon-recu'],
  ['Œuf & bœuf', 'oeuf-boeuf'],
  ['  Full wash (SUV) ', 'full-wash-suv'],
  ['洗车', ''],
])('makes “%s” a part of an address', (text, slug) => {
  expect(toSlug(text)).toBe(slug)
})
