import { expect, test } from 'vitest'
import { listMenuEntries, menuPath } from './menus.ts'

test('shows vehicle documents only in Nigeria', () => {
  for (const menu of ['newer', 'older'] as const) {
    expect(listMenuEntries(menu, 'NG')).toContain('vehicle-docs-renewal')
    for (const country of ['CA', 'SN', 'US'] as const)
      expect(listMenuEntries(menu, country)).toEqual(
        listMenuEntries(menu, 'NG').filter((entry) => entry !== 'vehicle-docs-renewal'),
      )
  }
})

test('links to the pages of the specification', () => {
  expect(listMenuEntries('newer', 'CA').map(menuPath)).toEqual(
    expect.arrayContaining(['/', '/parks-list', '/marketplace', '/get-started', '/about']),
  )
  expect(listMenuEntries('older', 'CA').map(menuPath)).toEqual(
    expect.arrayContaining(['/search', '/marketplace', '/blog', '/about']),
  )
})
