import type { Page } from '@playwright/test'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { buildFormWorld, forms, type FormCase, type FormWorld, type Step } from '#test/kits/form-walk.ts'
import { inTurn, takeTurns } from '#test/kits/rounds.ts'
import { pattern } from './kit/catalogue.ts'
import { book, buildDriver, parksToBook } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'
import { navigateWithin } from './kit/navigation.ts'
import { findOverflow } from './kit/overflow.ts'
import { countShifts, readShift } from './kit/shifts.ts'

/* What a browser alone can measure: where things stand in headers and forms, and what moves by itself. */

test.use({ drawsMaps: false, timezoneId: 'America/Toronto' })

interface Reader {
  country: CountryCode
  language: Language
  token?: string
}

/** As whoever has been here before: the server knows country, language and session from cookies. */
async function become(page: Page, base: string, { country, language, token }: Reader): Promise<void> {
  const cookies = { country, language, ...(token !== undefined && { signed_in: '1' }) }
  await page.context().clearCookies()
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: base })))
  const stored = {
    selectedCountry: JSON.stringify({ id: countryIds[country], code: country, name: country }),
    language,
    cart_count: '3',
    ...(token !== undefined && { parkwell_user_token: token }),
  }
  await page.addInitScript((entries) => {
    localStorage.clear()
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, stored)
}

/** From the narrowest phone to a desktop, on both sides of each width at which the header changes. */
const widths = [320, 352, 390, 640, 768, 1_023, 1_024, 1_152, 1_279, 1_280, 1_344, 1_439, 1_440]

testInTurn(1, 3)(
  'the header has its height at every width, and nothing in it touches or leaves @desktop',
  async ({ page, baseURL }) => {
    const { token } = await buildDriver(baseURL!, { country_code: 'NG', language: 'fr', top_up: 200_000 })
    const readers = inTurn<Reader>(
      [
        { country: 'NG', language: 'fr', token },
        { country: 'NG', language: 'fr' },
        { country: 'NG', language: 'en' },
        { country: 'US', language: 'en', token },
      ],
      1,
    )()
    const problems: string[] = []
    for (const reader of readers) {
      await become(page, baseURL!, reader)
      await page.goto('/terms')
      const navigate = navigateWithin(page)
      for (const path of ['/terms', '/search?lat=6.45&lng=3.39&place=Lagos']) {
        await navigate(path)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          const who = `${reader.language}-${reader.country}${reader.token === undefined ? '' : ', signed in'}`
          const found = await page.evaluate(findHeaderProblems)
          problems.push(...found.map((problem) => `${who}, ${path} at ${width} px: ${problem}`))
        }
      }
    }
    expect(problems).toEqual([])
  },
)

/** Runs in the page, once it is laid out for a new width. */
async function findHeaderProblems(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const problems: string[] = []
  const header = document.querySelector('header')!
  const { height } = header.getBoundingClientRect()
  // 17 steps of 4 px with the line below; between a tablet and a desktop, the search has a row of its own.
  const isSearchBelow = location.pathname === '/search' && innerWidth >= 1024 && innerWidth < 1440
  if (height > (isSearchBelow ? 135 : 70)) problems.push(`${Math.round(height)} px high`)
  const parts = [...header.querySelectorAll<HTMLElement>('a, button, input, select')]
    .filter((part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((part) => ({ part, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1)
  // A search is as long as what it is for.
  if (location.pathname !== '/search')
    for (const text of header.querySelectorAll<HTMLElement>('span'))
      if (getComputedStyle(text).textOverflow === 'ellipsis' && text.scrollWidth > text.clientWidth + 1)
        problems.push(`${text.textContent} is cut`)
  const nameOf = (part: HTMLElement) => (part.ariaLabel ?? part.textContent).trim().slice(0, 30)
  if (parts.length < 2) problems.push('has nothing in it')
  for (const [n, { part, box }] of parts.entries()) {
    if (box.left < 0 || box.right > innerWidth) problems.push(`${nameOf(part)} leaves the screen`)
    if (part.scrollWidth > part.clientWidth + 1 && !(part instanceof HTMLInputElement))
      problems.push(`${nameOf(part)} is wider than its place`)
    for (const { part: other, box: at } of parts.slice(n + 1)) {
      const across = Math.min(box.right, at.right) - Math.max(box.left, at.left)
      const down = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top)
      if (across > 0.5 && down > 0.5 && !part.contains(other) && !other.contains(part))
        problems.push(`${nameOf(part)} and ${nameOf(other)} overlap`)
    }
  }
  return problems
}

testInTurn(2, 3)(
  'every form of drivers has its button within one scroll at 320 and 390 px @phone',
  async ({ page, baseURL }) => {
    test.setTimeout(240_000)
    const world = await buildFormWorld(baseURL!)
    // A quarter of the forms in each run.
    const isTurn = takeTurns(4)
    const byReader = Object.groupBy(
      Object.entries(forms).filter(([, { by }]) => by !== 'admin' && isTurn()),
      ([, { by = 'visitor', country = 'CA' }]) => `${by} ${country}`,
    )
    const problems: string[] = []
    for (const cases of Object.values(byReader)) {
      const { by, country = 'CA' } = cases![0]![1]
      const token = by === undefined ? {} : { token: world[by].token }
      await become(page, baseURL!, { country, language: 'en', ...token })
      await page.goto('/terms')
      const navigate = navigateWithin(page)
      const visited = new Set<string>()
      for (const [name, form] of cases!) {
        const path = pathOf(form, world)
        await page.setViewportSize({ width: 320, height: 640 })
        // A page resumes where its form was left, such as at the code that was sent.
        if (visited.has(path)) {
          await page.evaluate(() => sessionStorage.clear())
          await page.goto('/terms')
        }
        visited.add(path)
        await navigate(path)
        for (const step of stepsOf(form, world)) await take(page, step)
        await page.locator(`form [name="${form.first}"]`).first().waitFor({ state: 'attached' })
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 640 })
          for (const problem of [...(await page.evaluate(findFarButton, form.first)), ...(await findOverflow(page))])
            problems.push(`${name} at ${width} px: ${problem}`)
        }
      }
    }
    expect(problems).toEqual([])
  },
)

const pathOf = ({ path }: FormCase, world: FormWorld): string => (typeof path === 'string' ? path : path(world))
const stepsOf = ({ steps = [] }: FormCase, world: FormWorld): readonly Step[] =>
  typeof steps === 'function' ? steps(world) : steps

/** A label that begins so; links in it stand between tags. */
const labelled = (label: string) => new RegExp(`^${pattern(label.replaceAll(/<[^>]*>/g, '')).source}`)

async function take(page: Page, step: Step): Promise<void> {
  if ('press' in step) {
    const name = typeof step.press === 'string' ? labelled(step.press) : step.press
    const folds = page.locator('summary').filter({ hasText: name })
    await page.getByRole('button', { name }).or(page.getByRole('radio', { name })).or(folds).first().click()
  } else if ('type' in step) await page.getByLabel(labelled(step.type)).first().fill(step.text)
  else
    await page
      .getByRole('checkbox', { name: labelled(step.check) })
      .first()
      .check()
}

/** Runs in the page: how far the button of the form with a field is from its first field, where that is more than a screen. */
function findFarButton(first: string): string[] {
  const form = [...document.forms].find((candidate) => candidate.querySelector(`[name="${first}"]`) !== null)
  if (form === undefined) return ['is not there']
  const buttons = [
    ...form.querySelectorAll<HTMLElement>('button[type=submit]'),
    ...document.querySelectorAll<HTMLElement>(`button[form="${form.id}"]`),
  ].filter((button) => button.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  if (buttons.length === 0) return ['has no button']
  const field = form.querySelector(`[name="${first}"]`)!
  field.scrollIntoView({ block: 'center', behavior: 'instant' })
  const isNear = buttons.some((button) => {
    const { top, bottom } = button.getBoundingClientRect()
    return top > -innerHeight && bottom < 2 * innerHeight
  })
  const tops = buttons.map((button) => Math.round(button.getBoundingClientRect().top))
  return isNear ? [] : [`its button is at ${tops.join(', ')} px of ${innerHeight}`]
}

/** Half of what counts as good. */
const most = 0.05

testInTurn(3, 3)(
  'pages that wait for the account, a failure or the network do not move @phone',
  async ({ page, baseURL }) => {
    test.setTimeout(180_000)
    const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const [park] = await parksToBook(baseURL!, { lat: 43.6532, lng: -79.3832 })
    await book(baseURL!, driver, park!)
    const window = new URLSearchParams({ start: park!.start_time, end: park!.end_time })
    await become(page, baseURL!, { country: 'CA', language: 'en', token: driver.token })
    await page.route('**/api/v1/shared-bookings/**', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong' } }),
    )
    await countShifts(page)
    const shifts: Record<string, number> = {}
    const search = '/search?lat=43.6532&lng=-79.3832&place=Toronto'
    for (const path of [
      search,
      '/wallet',
      `/checkout/${park!.slug}?${window}`,
      `/shared/${'A'.repeat(24)}`,
      '/bookings',
      '/partners',
    ])
      shifts[path] = await readShift(page, path)
    expect(Object.entries(shifts).filter(([, shift]) => shift > most)).toEqual([])
  },
)
