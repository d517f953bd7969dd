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
    expect.arrayContaining(['/', '/parks-list', '/events', '/marketplace', '/get-started', '/about']),
  )
  expect(listMenuEntries('older', 'NG').map(menuPath)).toEqual(
    expect.arrayContaining(['/search', '/events', '/marketplace', '/blog', '/about', '/vehicle-docs-renewal']),
  )
})
