import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPage, pageKeys, pagePath, pageRoutes } from '#contract/pages.ts'

const patternOf = (key: string) => pageRoutes.find((route) => route.key === key)!.path
const namesIn = (pattern: string) => [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name!)

test('the path of every page leads to that page, whatever its parameters are', () => {
  for (const key of pageKeys) {
    const params = Object.fromEntries(namesIn(patternOf(key)).map((name) => [name, `é /?#${name}`]))
    const path = (pagePath as (key: string, params: object) => string)(key, params)
    const page = findPage(path)
    expect([page?.route.key, page?.params], path).toEqual([key, params])
  }
  expect(pagePath('orderPay', { order: 'A/B' })).toBe('/order/A%2FB/pay')
  expect(pagePath('desk')).toBe('/desk')
  expect(pagePath('privacy-policy')).toBe('/privacy-policy')
})

/** What comes from elsewhere: names that know nothing of pages, and the addresses of other services. */
const others = /^src\/(brand\.ts|contract\/|simulators\/|server\/providers\/|i18n\/(en|fr)\/)/

test('nobody writes the path of a page by hand', () => {
  const patterns = pageRoutes.map(({ path }) => path).filter((path) => path !== '/')
  const escape = (text: string) => text.replaceAll(/[/-]/g, String.raw`\$&`)
  const whole = patterns.filter((path) => !path.includes(':')).map(escape)
  const starts = [...new Set(patterns.filter((path) => path.includes(':')).map((path) => path.split(':')[0]!))].map(
    escape,
  )
  // After a quote, or after what a template fills in.
  const before = String.raw`(?<=['"${'`'}]|\$\{[^{}]*\})`
  const written = new RegExp(
    `${before}(?:(?:${whole.join('|')})(?=['"\`?#]|\\/\\$)|(?:${starts.join('|')})(?=\\$\\{|['"\`]))`,
  )
  expect(written.test('url: `${base}/park/${slug}`')).toBe(true)
  expect(written.test("to('/wallet')")).toBe(true)
  const found = globSync('src/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !others.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        // The type of a constant names a pattern of the contract.
        .filter(
          (line) => written.test(line) && !/^\s*(\*|\/\/)|: PagePattern = |'(GET|POST|PUT|PATCH|DELETE) /.test(line),
        )
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
