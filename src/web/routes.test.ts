import { existsSync } from 'node:fs'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { matchPath, pageRoutes, parsePattern } from '#contract/pages.ts'
import { listOfflineModules } from './routes.tsx'

const patterns = [...pageRoutes.map(({ path }) => path), '*']

test.each([
  ...pageRoutes.map(({ path }) => path),
  ...pageRoutes.map(({ path }) => `${path.replaceAll(/:\w+/g, 'a%20b%2Fc')}/`),
  '/',
  '',
  '/Search',
  '/booking/event/E1',
  '/booking/E1',
  '/park/%C3%A9t%C3%A9',
  '/park',
  '/nowhere/at/all',
  '//',
])('finds the page of %s as React Router would', (path) => {
  const [shown] =
    matchRoutes(
      patterns.map((pattern) => ({ path: pattern })),
      path === '' ? '/' : path,
    ) ?? []
  const found = matchPath(patterns.map(parsePattern), path)
  expect(found && patterns[found.index]).toBe(shown?.route.path)
  if (shown?.route.path !== '*') expect(found?.params).toEqual(shown?.params)
})

test('the pages of bookings, and no other, name the modules that they need without a network', () => {
  const modules = listOfflineModules('/bookings', 'en')
  expect(listOfflineModules('/booking-details/7K492MXQ', 'en')).toBe(modules)
  expect(modules.filter((file) => !existsSync(file))).toEqual([])
  expect(listOfflineModules('/wallet', 'en')).toEqual([])
})
