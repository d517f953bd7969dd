import { readdirSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { matchRoutes, MemoryRouter, NavLink } from 'react-router'
import { expect, test } from 'vitest'
import { matchPath, pageRoutes } from '#contract/pages.ts'
import * as own from './router.tsx'

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
])('%s is the page that React Router finds', (path) => {
  const [real] =
    matchRoutes(
      patterns.map((pattern) => ({ path: pattern })),
      path === '' ? '/' : path,
    ) ?? []
  const found = matchPath(patterns, path)
  expect(found && patterns[found.index]).toBe(real?.route.path)
  if (real?.route.path !== '*') expect(found?.params).toEqual(real?.params)
})

test.each([
  ['/wallet', '/wallet'],
  ['/wallet/callback', '/wallet'],
  ['/wallets', '/wallet'],
  ['/Wallet', '/wallet'],
  ['/', '/'],
  ['/wallet', '/'],
])('at %s the link to %s is the current one as React Router says', (at, to) => {
  for (const end of [true, false]) {
    const markup = renderToStaticMarkup(
      <MemoryRouter initialEntries={[at]}>
        <NavLink to={to} end={end} />
      </MemoryRouter>,
    )
    expect(own.isInside(at, to, end)).toBe(markup.includes('aria-current'))
  }
})

const sources = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(`src/web/${file}`, 'utf8'))

test('what pages take of React Router is all here', () => {
  const taken = sources
    .flatMap((text) => [...text.matchAll(/^import \{([^}]*)\} from 'react-router'/gm)])
    .flatMap(([, names]) => names!.split(',').map((name) => name.trim()))
    .filter((name) => name !== '' && !name.startsWith('type '))
  expect([...new Set(taken)].filter((name) => !(name in own))).toEqual([])
})

test('no link asks for what is not here', () => {
  const links = sources.flatMap((text) => text.match(/<(?:Nav)?Link\b[^>]*/g) ?? [])
  const known = /\b(?:reloadDocument|viewTransition|relative|preventScrollReset|prefetch|discover|caseSensitive)=/
  expect(links.filter((link) => known.test(link))).toEqual([])
})
