import { expect, test } from 'vitest'
import { walletsOf } from './wallets.ts'

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

test.each([
  ['an iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari}`, 5, ['apple']],
  [
    'Chrome on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) CriOS/142.0 Safari/604.1',
    5,
    ['apple'],
  ],
  ['an Android phone', `Mozilla/5.0 (Linux; Android 16; Pixel 10) ${chrome}`, 5, ['google']],
  ['Firefox on Android', 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 5, ['google']],
  ['an iPad', `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${safari}`, 5, []],
  ['an iPad as a desktop', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 5, []],
  ['a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 0, ['apple', 'google']],
  ['Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 10, ['google']],
  ['a Chromebook', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, 0, ['google']],
] as const)('%s', (_name, userAgent, maxTouchPoints, wallets) => {
  expect(walletsOf({ userAgent, maxTouchPoints })).toEqual(wallets)
})
