import { expect, test } from 'vitest'
import { buildAvatar } from './useAvatar.ts'

test.each([
  ['ada', 'ada', 'A'],
  ['Éloïse', 'Éloïse', 'É'],
  ['𝒜da', '𝒜da', '𝒜'],
  ['', 'User', 'U'],
  [undefined, 'User', 'U'],
])('the initial of the first name, else of User: %o', (first_name, name, initial) => {
  expect(buildAvatar(first_name, 'User')).toEqual({ name, initial })
})
