import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { safeNext } from './paths.ts'

const here = 'https://parkwell.example'
beforeAll(() => void vi.stubGlobal('window', { location: { origin: here } }))
afterAll(() => vi.unstubAllGlobals())

test.each([
  ['/wallet', '/wallet'],
  ['/search?lat=43.6&lng=-79.3#map', '/search?lat=43.6&lng=-79.3#map'],
  ['/booking/../profile', '/profile'],
])('follows a path of this site: %s', (next, to) => expect(safeNext(next)).toBe(to))

test.each([
  null,
  undefined,
  '',
  '//evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'https://evil.example',
  'data:text/html,x',
  'evil.example',
  '/..//evil.example',
  '/.//',
])('%j falls back to the home page', (next) => expect(safeNext(next)).toBe('/'))

test('never leaves this site', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '//',
    '\t',
    '\n',
    ' ',
    'evil.example',
    '@',
    ':',
    'javascript:',
    '..',
    '%2f',
    '?',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (next) => {
        expect(new URL(safeNext(next), here).origin).toBe(here)
      },
    ),
  )
})
