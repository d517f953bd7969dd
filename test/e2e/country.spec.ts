import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './environment.ts'
import { findOverflow } from './overflow.ts'
import { wordsOf } from './catalogue.ts'

/* Detection and choice of the country whose parks are shown. */

const w = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

const picker = (page: Page) => page.getByRole('dialog', { name: w.shell.country.title })
const country = (page: Page, code: keyof typeof w.common.countries) =>
  picker(page).getByRole('button', { name: w.common.countries[code] })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test.describe('the country', { tag: '@desktop' }, () => {
  test.beforeEach(({ environment: { lookup } }) => {
    lookup.place({ ip: '203.0.113.9', country_code: 'SN', country: 'Senegal', city: 'Dakar' })
    for (const service of [0, 1, 2]) lookup.set(service, 'answers')
  })

  test('is detected, preselected and stored when chosen', async ({ page, environment: { lookup } }) => {
    // Hold the response until the notice has been checked.
    const noticeChecked = Promise.withResolvers<void>()
    await page.route(lookup.urls[0]!, async (route) => {
      await noticeChecked.promise
      await route.continue()
    })
    await page.addInitScript(() =>
      window.addEventListener('local-storage-updated', (event) => {
        const { key } = (event as CustomEvent<{ key: string }>).detail
        sessionStorage.setItem(`updated ${key}`, 'yes')
      }),
    )
    await page.goto('/')
    await expect(page.getByText('Detecting your location...')).toBeVisible()
    noticeChecked.resolve()
    await expect(country(page, 'SN')).toContainText(w.shell.country.notes.auto_detected)
    await expect(country(page, 'SN')).toBeFocused()
    await expect(
      picker(page)
        .getByText(/203\.0\.113\.9/)
        .first(),
    ).toBeVisible()
    await test.step('at every width it is whole, and can be used by everybody', async () => {
      for (const width of [360, 2560, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => findOverflow(page), { message: String(width) }).toEqual([])
      }
      const { violations } = await new AxeBuilder({ page })
        .include('[role=dialog]')
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
    })
    const reloaded = page.waitForEvent('load')
    await country(page, 'SN').press('Enter')
    await reloaded
    await expect(picker(page)).toHaveCount(0)
    expect(JSON.parse((await stored(page, 'selectedCountry'))!)).toMatchObject({
      code: 'SN',
      name: 'Senegal',
      autoDetected: true,
      ip: '203.0.113.9',
      city: 'Dakar',
    })
    expect(await stored(page, 'countryAutoDetected')).toBe('true')
    expect(await page.evaluate(() => sessionStorage.getItem('updated selectedCountry'))).toBe('yes')
    expect(JSON.parse((await stored(page, 'countries'))!)).toHaveLength(4)
  })

  test('looks the address up two seconds after opening and changes the country from the panel after the cart warning', async ({
    page,
    environment: { lookup },
  }) => {
    await page.addInitScript(() => {
      if (localStorage.getItem('selectedCountry') === null)
        localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    })
    // Below 64 rem the menu is in the side panel.
    await page.setViewportSize({ width: 800, height: 900 })
    const lookupSent = page.waitForRequest(lookup.urls[0]!)
    await page.goto('/')
    await lookupSent
    await expect.poll(() => stored(page, 'ip_lookup')).toContain('203.0.113.9')
    await expect.poll(() => stored(page, 'states')).toContain('"id":101')
    const after_ms = await page.evaluate((address) => {
      const took = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return took.find(({ name }) => name === address)?.startTime
    }, lookup.urls[0]!)
    expect(after_ms).toBeGreaterThanOrEqual(2_000)
    await expect(picker(page)).toHaveCount(0)

    await page.getByRole('button', { name: w.shell.nav.menu }).click()
    const panel = page.getByRole('dialog', { name: w.shell.nav.menu })
    await expect(panel.getByText('Your shopping cart will be emptied when you change the region.')).toBeVisible()
    await panel.getByRole('button', { name: w.shell.country.change_link }).click()
    await country(page, 'NG').click()
    await expect.poll(() => stored(page, 'selectedCountry')).toContain('NG')
    await expect(picker(page)).toHaveCount(0)
  })
})
