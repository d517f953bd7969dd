import { expect, test } from 'vitest'
import { entriesOf, menuPath } from './menus.ts'

test('vehicle documents are shown for Nigeria alone', () => {
  for (const menu of ['newer', 'older'] as const) {
    expect(entriesOf(menu, 'NG')).toContain('vehicle-docs-renewal')
    for (const country of ['CA', 'SN', 'US'] as const)
      expect(entriesOf(menu, country)).toEqual(
        entriesOf(menu, 'NG').filter((entry) => entry !== 'vehicle-docs-renewal'),
      )
  }
})

test('each leads where the specification says', () => {
  expect(entriesOf('newer', 'CA').map(menuPath)).toEqual(
    expect.arrayContaining(['/', '/parks-list', '/marketplace', '/get-started', '/about']),
  )
  expect(entriesOf('older', 'CA').map(menuPath)).toEqual(
    expect.arrayContaining(['/search', '/marketplace', '/blog', '/about']),
  )
})
