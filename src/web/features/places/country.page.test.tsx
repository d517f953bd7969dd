import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startIpLookup, type IpLookupStandIn } from '#simulators/ip-lookup.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'
import { pageConfig } from '#web/api/config.ts'

const words = wordsOf.en
const services = [0, 1, 2]

let lookup: IpLookupStandIn
beforeEach(async () => {
  lookup = await startIpLookup()
  lookup.place({ ip: '203.0.113.9', country_code: 'SN', country: 'Senegal', city: 'Dakar' })
  pageConfig.ip_lookups = lookup.urls
})
afterEach(async () => {
  pageConfig.ip_lookups = []
  vi.restoreAllMocks()
  await lookup.close()
})

/** Opens the home page as a visitor who has not chosen a country. */
const openHome = () => openPage('/', { country: null })
const findPicker = () => screen.findByRole('dialog', { name: words.shell.country.title })

async function expectNote(country: keyof typeof words.common.countries, note: string) {
  const picker = within(await findPicker())
  const name = new RegExp(`^${words.common.countries[country]}`)
  await waitFor(() => expect(picker.getByRole('button', { name }).textContent).toContain(note))
}

test('is looked up at three services in order, five seconds each, and cached', async () => {
  const abortAfter = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => abortAfter(ms === 5_000 ? 500 : ms))
  lookup.set(0, 'hangs')
  lookup.set(1, 'knows_nothing')
  await openHome()
  await expectNote('SN', words.shell.country.notes.auto_detected)
  expect(lookup.requests).toEqual(services)
  expect(timeout.mock.calls.filter(([ms]) => ms === 5_000)).toHaveLength(services.length)
  const { expires_at } = JSON.parse(localStorage.getItem('ip_lookup')!) as { expires_at: number }
  expect(Math.abs(expires_at - Date.now() - 3_600_000)).toBeLessThan(120_000)

  await openHome()
  await expectNote('SN', words.shell.country.notes.auto_detected)
  expect(lookup.requests).toEqual(services)
})

test('falls back to the United States if detection fails or the country is not served', async () => {
  for (const service of services) lookup.set(service, service === 0 ? 'refuses_browsers' : 'refuses')
  await openHome()
  await expectNote('US', 'Default (detection failed)')

  for (const service of services) lookup.set(service, 'answers')
  lookup.place({ country_code: 'FR', country: 'France', city: 'Lyon' })
  const user = await openHome()
  await expectNote('US', 'Default country')
  await user.keyboard('{Escape}')
  expect(await findPicker()).toBeTruthy()
})

test('offers the detected country first and the others below it', async () => {
  await openHome()
  const picker = within(await findPicker())
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(new RegExp(`^${words.common.countries.SN}`)))
  const others = within(picker.getByRole('list', { name: words.shell.country.others })).getAllByRole('button')
  expect(others.map(({ textContent }) => textContent)).toEqual(
    (['NG', 'CA', 'US'] as const).map((code) => expect.stringContaining(words.common.countries[code])),
  )
})

test('does not ask again where only the cookie has kept the choice', async () => {
  document.cookie = 'country=SN; path=/'
  await openHome()
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('selectedCountry')!)).toMatchObject({ id: 3, code: 'SN', name: 'Senegal' }),
  )
  expect(screen.queryByRole('dialog', { name: words.shell.country.title })).toBeNull()
})
