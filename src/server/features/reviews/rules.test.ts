import { expect, test } from 'vitest'
import { toAuthorName } from './rules.ts'

test.each([
  ['Ada', 'Lovelace', 'Ada L.'],
  ['Ada', null, 'Ada'],
  [' Awa ', ' ', 'Awa'],
  ['Éric', 'œuvrard', 'Éric Œ.'],
  ['X', '𝒜lan', 'X 𝒜.'],
])('shortens %s %s', (first_name, last_name, expected) => {
  expect(toAuthorName({ first_name, last_name })).toBe(expected)
})
