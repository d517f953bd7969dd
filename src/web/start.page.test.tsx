import { waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pageRoutes } from '#contract/pages.ts'
import { findExamples } from '#test/e2e/kit/drivers.ts'
import { base } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'

/*
 * The HTML of every page is what the browser renders first from it; React reports where the two differ. That such a report
 * arrives from the built files is in `test/e2e/hydration.spec.ts`.
 */

vi.mock('react-dom/client', { spy: true })

/** One address for each page of the contract: an alias has the same page. */
const paths = pageRoutes
  .filter(({ key }, at) => pageRoutes.findIndex((route) => route.key === key) === at)
  .map(({ path }) => path)

/** Pages with other content at another address of the same route. */
const variants = [
  '/search?lat=43.6532&lng=-79.3832&place=Toronto',
  '/search?search=harbour&country=CA',
  '/parks-list?country=CA',
  '/parks-list?country=ZZ',
  '/city-parking?country=CA',
  '/events?country=CA',
  '/marketplace?search=wipper&sort=price',
  '/marketplace/full-wash',
  '/nothing-here',
  '/park/no-such-park',
]

/** What stands for the parameter of a path. */
let parameters: Record<string, string>

async function findParameters(): Promise<Record<string, string>> {
  const { park, event } = await findExamples(base)
  const [slug, code] = [park.split('/').at(-1)!, event.split('/').at(-1)!]
  const findPlace = async (kind: string) => {
    const found = await fetch(`${base}/api/v1/places/${kind}?country=CA&size=1`)
    return ((await found.json()) as { items: { slug: string }[] }).items[0]!.slug
  }
  return {
    '/park/:slug': slug,
    '/checkout/:slug': slug,
    '/booking/:slug': slug,
    '/airport-parking/:place': await findPlace('airport'),
    '/city-parking/:place': await findPlace('city'),
    '/stadium-parking/:place': await findPlace('stadium'),
    '/station-parking/:place': await findPlace('station'),
    '/event/:event': code,
    '/booking/event/:event': code,
    '/post/:post': 'toronto-winter',
    '/help/:article': 'parking-for-someone-else',
    '/marketplace/:service': 'wash',
    '/branch/:branch': 'yorkville',
    '/order-success/:order': 'ABCD2345',
    '/order/:order': 'ABCD2345',
    '/order/:order/pay': 'ABCD2345',
    '/order/:order/return': 'ABCD2345',
    '/booking-details/:bookingCode': 'none',
    '/documents/:request': 'none',
    '/unsubscribe/:key': 'none',
    '/shared/:token': 'none',
    '/invitation/:token': 'none',
  }
}

/** A path with an example in place of its parameter. */
const fillIn = (path: string): string =>
  path.replace(/:\w+/, () => {
    const value = parameters[path]
    if (value === undefined) throw new Error(`no example for ${path}`)
    return value
  })

/** Another day than the server's, by a clock that is wrong, and a time zone half a day away. */
const ahead_ms = 29 * 3_600_000
const zone = process.env['TZ']
const RealDate = Date

const { settings } = window.happyDOM
const loadsNothing = settings.handleDisabledFileLoadingAsSuccess

beforeAll(async () => {
  // Styles are not loaded here, which is no error of the page.
  settings.handleDisabledFileLoadingAsSuccess = true
  parameters = await findParameters()
})
beforeEach(() => {
  process.env['TZ'] = 'Pacific/Auckland'
  globalThis.Date = class extends RealDate {
    constructor(...parts: [] | [number]) {
      super(...(parts.length === 0 ? ([RealDate.now() + ahead_ms] as const) : parts))
    }
    static override now = () => RealDate.now() + ahead_ms
  } as DateConstructor
  localStorage.setItem('selectedCountry', JSON.stringify({ id: 3, code: 'SN', name: 'Senegal' }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const { value } of vi.mocked(hydrateRoot).mock.results) value.unmount()
  vi.mocked(hydrateRoot).mockClear()
  document.head.replaceChildren()
  document.body.replaceChildren()
  globalThis.Date = RealDate
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})
afterAll(() => {
  settings.handleDisabledFileLoadingAsSuccess = loadsNothing
  // The modules of the pages that were hydrated are of no use to other files.
  vi.resetModules()
})

/** Whether React reports a difference of addresses alone, which pictures have in the build and not here. */
const isAboutPictures = (report: string) => {
  const differences = report.split('\n').filter((line) => /^[+-] {2}/.test(line))
  return (
    differences.length > 0 &&
    differences.every((line) => /^[+-] +(src|srcSet|href)=.*(\/assets\/|\/src\/web\/|data:image)/.test(line))
  )
}

/**
 * Starts the app on the HTML of an address, as its script does in a browser. Ends once React has taken over the page, and
 * returns what it reported.
 */
async function hydratePage(address: string): Promise<string[]> {
  const errors: string[] = []
  // Where React reports what it has to render again; this DOM has no such function.
  vi.stubGlobal('reportError', (error: unknown) => errors.push(String(error)))
  const record = ({ error }: ErrorEvent) => errors.push(String(error))
  vi.mocked(console.error).mockImplementation((...parts: unknown[]) => {
    const report = parts.map(String).join(' ')
    if (!isAboutPictures(report)) errors.push(report)
  })
  const response = await fetch(base + address)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  expect(page.getElementById('page-state'), address).not.toBeNull()
  // Where the server leads on, as from the booking of an event that has ended, the browser shows that address.
  const { pathname, search } = new URL(response.url)
  history.replaceState(null, '', pathname + search)
  document.documentElement.lang = page.documentElement.lang
  document.head.replaceChildren(...page.head.childNodes)
  document.body.replaceChildren(...page.body.childNodes)
  window.addEventListener('error', record)
  // What it keeps in modules lasts as long as a page.
  vi.resetModules()
  await import('./start.tsx')
  const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'))
  await waitFor(() => expect([...document.querySelectorAll('main h1')].some(isTaken)).toBe(true))
  window.removeEventListener('error', record)
  vi.mocked(console.error).mockReset()
  return errors
}

describe('hydrates what the server rendered, for another country, time zone and clock', () => {
  const all = [...[...paths, ...variants].entries()]
  // A quarter in each run, in turn.
  for (const [at, path] of inTurn(all, Math.ceil(all.length / 4))()) {
    // Every second page in English, the others in French.
    const language = at % 2 === 0 ? 'en' : 'fr'
    test(`${path} (${language})`, async () => {
      const filled = fillIn(path)
      expect(await hydratePage(`${filled}${filled.includes('?') ? '&' : '?'}lang=${language}`)).toEqual([])
      expect(document.documentElement.lang).toBe(language)
    })
  }
})
