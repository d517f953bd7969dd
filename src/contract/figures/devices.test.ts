import { expect, test } from 'vitest'
import { isCrawler, isSearchEngine, readDevice } from './devices.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Mobile/15E148 Safari/604.1`, 'phone'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`, 'phone'],
  [`Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 20) ${webkit} Chrome/120.0.0.0 Mobile Safari/537.36`, 'phone'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0', 'phone'],
  ['Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10', 'phone'],
  [`Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${webkit} Version/12.1 Mobile/15E148 Safari/604.1`, 'tablet'],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'tablet'],
  ['Mozilla/5.0 (Android 15; Tablet; rv:144.0) Gecko/144.0 Firefox/144.0', 'tablet'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'desktop'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0', 'desktop'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', undefined],
  [`Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) ${webkit} Mobile Safari/537.36 (compatible; GPTBot/1.2)`, undefined],
  ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)', undefined],
  ['facebookexternalhit/1.1', undefined],
  ['curl/8.5.0', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is %s', (userAgent, device) => {
  expect(readDevice(userAgent)).toBe(device)
})

test('a phone whose maker ends in “bot” is no crawler', () => {
  expect(isCrawler('Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 20)')).toBe(false)
  expect(isSearchEngine('Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 20)')).toBe(false)
})

test('a browser without a window is no search engine, though its visits are not counted', () => {
  const headless = `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`
  expect([isSearchEngine(headless), isCrawler(headless)]).toEqual([false, true])
  expect(isSearchEngine('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')).toBe(true)
})
