import { expect, test } from 'vitest'
import { listMenuEntries, menuPath } from './menus.ts'

test('shows vehicle documents only in Nigeria', () => {
  for (const menu of ['newer', 'older'] as const)
    for (const signedIn of [true, false]) {
      const inNigeria = listMenuEntries(menu, { country: 'NG', signedIn })
      expect(inNigeria).toContain('vehicle-docs-renewal')
      for (const country of ['CA', 'SN', 'US'] as const)
        expect(listMenuEntries(menu, { country, signedIn })).toEqual(
          inNigeria.filter((entry) => entry !== 'vehicle-docs-renewal'),
        )
    }
})

test('shows Get Started to visitors only', () => {
  for (const country of ['NG', 'CA', 'SN', 'US'] as const) {
    const visitors = listMenuEntries('newer', { country, signedIn: false })
    expect(visitors).toContain('get-started')
    expect(listMenuEntries('newer', { country, signedIn: true })).toEqual(
      visitors.filter((entry) => entry !== 'get-started'),
    )
  }
})

test('links to the pages of the specification', () => {
  expect(listMenuEntries('newer', { country: 'CA', signedIn: false }).map(menuPath)).toEqual(
    expect.arrayContaining(['/', '/parks-list', '/events', '/marketplace', '/get-started', '/about']),
  )
  expect(listMenuEntries('older', { country: 'NG', signedIn: true }).map(menuPath)).toEqual(
    expect.arrayContaining(['/search', '/events', '/marketplace', '/blog', '/about', '/vehicle-docs-renewal']),
  )
})
