import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeDevice } from './devices.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'computer',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'computer',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1',
    'phone',
    'Chrome',
    'iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'computer', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    'phone',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'tablet',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'computer',
    'Chrome',
    'ChromeOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0',
    'computer',
    'Opera',
    'Windows',
  ],
  ['curl/8.9.1', 'other', null, null],
  [null, 'other', null, null],
])('%s', (user_agent, kind, browser, system) => {
  expect(describeDevice(user_agent)).toEqual({ kind, browser, system })
})

test('shows only known names for any user agent', () => {
  const words = [null, 'Edge', 'Opera', 'Samsung Internet', 'Firefox', 'Chrome', 'Safari', 'iPhone', 'iPad', 'Android']
  const known = new Set<string | null>([...words, 'ChromeOS', 'Windows', 'macOS', 'Linux'])
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const { browser, system } = describeDevice(`<script>${text} Chrome/1 Windows`)
      return known.has(browser) && known.has(system)
    }),
  )
})
