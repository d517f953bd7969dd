import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { book, buildDriver, send, staffMember, tomorrow, type Choice, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { findDialog, labelled, logIn, openDesk, setField } from '#test/kits/pages/desk-page-kit.ts'
import { keepDownloads } from '#test/kits/pages/downloads.ts'
import { base } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

/* What staff change of a car park; its photos and entrances are a journey (`test/e2e/desk/desk-parks.spec.ts`). */

const { capacity, gate, guards, overrides, tariff } = en.parks
const { tabs } = en.records.parks

let token: string
beforeEach(async () => {
  token = await logIn(staffMember)
})

/** A car park in Montréal for each test, where no other test books: what one closes, another books. */
async function pickPark(place: number): Promise<Choice> {
  const window = tomorrow()
  const query = new URLSearchParams({ lat: '45.5017', lng: '-73.5673', size: '100', ...window })
  interface Listed {
    id: string
    slug: string
    bookable: boolean
    open: boolean | null
    fits: boolean | null
  }
  const { items } = await send<{ items: Listed[] }>(base, 'GET', `/api/v1/parks/front/parks/?${query}`)
  const parks = items.filter(({ bookable, open, fits }) => bookable && open !== false && fits !== false)
  // Far apart: what a test closes or merges leaves the list, and the places after it move up.
  const { id, slug } = parks[(place * 8) % parks.length]!
  return { id, slug, available: 1, ...window }
}
const driverInCanada = () => buildDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })
const quoteOf = ({ id, start_time, end_time }: Choice) =>
  send<{ total: number }>(base, 'POST', '/api/v1/bookings/quote', { body: { park_id: id, start_time, end_time } })
const bookingOf = async (driver: E2eDriver, code: string) =>
  await send<{ total: number; status: string }>(base, 'GET', `/api/v1/bookings/${code}`, { token: driver.token })
const openTab = ({ id }: Choice, tab: string) => openDesk(`/desk/parks/${id}?tab=${tab}`, token)
const findField = (name: string) =>
  waitFor(() => {
    const field = document.querySelector<HTMLElement>(`[name=${name}]`)
    expect(field, name).not.toBeNull()
    return field!
  })

test('a changed tariff prices the next quote, and a booking made before keeps its own', async () => {
  const park = await pickPark(0)
  const driver = await driverInCanada()
  const { booking_code } = await book(base, driver, park)
  const before = await quoteOf(park)
  const user = await openTab(park, 'tariffs')
  await screen.findByRole('button', { name: tariff.add_tier })
  const fill = async (label: string, value: string) =>
    setField(user, screen.getAllByLabelText(labelled(label))[0]!, value)
  // A daily cap below the price of an increment is refused at its field, as it is typed.
  await fill(tariff.increment_amount, '9')
  await fill(tariff.day_cap_amount, '1')
  expect(await screen.findByText('This must be at least the price of one increment.')).toBeTruthy()
  await fill(tariff.day_cap_amount, '90')
  for (const name of [/^Remove tier/, /^Remove flat rate/, /^Remove the early bird/])
    for (let found = screen.queryAllByRole('button', { name }); found.length > 0;) {
      await user.click(found[0]!)
      found = screen.queryAllByRole('button', { name })
    }
  await fill(tariff.month_amount, '')
  await fill(tariff.increment_minutes, '60')
  await fill(tariff.free_minutes, '0')
  await waitFor(() => expect(screen.queryByText(tariff.problems)).toBeNull())
  expect(await screen.findByText(/upcoming bookings? keeps? (its|their) price/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: tariff.save }))
  expect(await screen.findByText(tariff.saved_now)).toBeTruthy()
  await waitFor(async () => {
    const after = await quoteOf(park)
    expect(after.total).toBeGreaterThanOrEqual(18)
    expect(after.total).not.toBe(before.total)
  })
  expect((await bookingOf(driver, booking_code)).total).toBe(before.total)
  expect(await screen.findByText(/keeps? the price of this version/)).toBeTruthy()
})

test.runIf(isInTurn('who saves rates', 3))(
  'who saves rates that somebody else changed is told, and can save them again',
  async () => {
    const park = await pickPark(1)
    const user = await openTab(park, 'tariffs')
    const price = await screen.findByLabelText<HTMLInputElement>(labelled(tariff.increment_amount))
    await setField(user, price, '11')
    const address = `/api/v1/admin/parks/${park.id}`
    const { version } = await send<{ version: number }>(base, 'GET', address, { token })
    await send(base, 'PATCH', address, { token, body: { description: 'Changed by another window', version } })
    await setField(
      user,
      await findField('tariff_from'),
      new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    )
    await setField(user, screen.getByLabelText(labelled(tariff.day_cap_amount)), '60')
    await user.click(screen.getByRole('button', { name: tariff.save }))
    expect(await screen.findByText(/changed this meanwhile/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(labelled(tariff.increment_amount)).value).toBe('11')
    // Leaving asks first.
    await user.click(screen.getAllByRole('link', { name: en.lists.parks.title })[0]!)
    await user.click((await findDialog()).getByRole('button', { name: en.form.stay }))
    await waitFor(async () => {
      await user.click(screen.getByRole('button', { name: tariff.save }))
      await screen.findByText(/The new rates apply from/, {}, { timeout: 10_000 })
    })
    await user.click(await screen.findByRole('button', { name: /^Drop the rates/ }))
    expect(await screen.findByText(tariff.dropped)).toBeTruthy()
  },
)

test('a closed day sells nothing, and its bookings are cancelled and refunded', async () => {
  const park = await pickPark(2)
  const drivers = [await driverInCanada(), await driverInCanada()]
  const codes: string[] = []
  for (const driver of drivers) codes.push((await book(base, driver, park)).booking_code)
  const user = await openTab(park, 'capacity')
  const day = park.start_time.slice(0, 10)
  await setField(user, await findField('closure_start'), `${day}T00:00`)
  await setField(user, await findField('closure_end'), `${day}T23:45`)
  const close = async () => user.click(screen.getByRole('button', { name: capacity.close_button }))
  await close()
  expect((await screen.findAllByText(/^(This field is required!|This is too short\.)$/)).length).toBeGreaterThan(0)
  const reason = `Works ${crypto.randomUUID().slice(0, 6)}`
  await setField(user, await findField('closure_reason'), reason)
  await close()
  expect(await screen.findByText(capacity.closed_done)).toBeTruthy()
  const closure = () => {
    const item = screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes(reason))
    return within(item!)
  }
  await waitFor(() => expect(closure().getByRole('button', { name: capacity.show_bookings })).toBeTruthy())
  await user.click(closure().getByRole('button', { name: capacity.show_bookings }))
  await expect(book(base, drivers[0]!, park)).rejects.toThrow(/: 409 .*park_out_of_use/)
  for (const code of codes) {
    await user.click(await screen.findByRole('button', { name: capacity.cancel_label.replace('{{code}}', code) }))
    expect(await screen.findByText(capacity.cancelled.replace('{{code}}', code))).toBeTruthy()
  }
  for (const [n, driver] of drivers.entries()) {
    expect((await bookingOf(driver, codes[n]!)).status).toBe('cancelled')
    const { data } = await send<{ data: { balance: number } }>(base, 'GET', '/api/v1/wallet', { token: driver.token })
    expect(data.balance).toBe(500)
  }
  await user.click(closure().getByRole('button', { name: capacity.reopen_label.replace('{{reason}}', reason) }))
  expect(await screen.findByText(capacity.reopened)).toBeTruthy()
  expect((await quoteOf(park)).total).toBeGreaterThan(0)
})

test.runIf(isInTurn('the number of spaces', 3))('the number of spaces cannot fall below what is sold', async () => {
  const park = await pickPark(3)
  const driver = await driverInCanada()
  await book(base, driver, park)
  await book(base, driver, park)
  const user = await openTab(park, 'capacity')
  await setField(user, await findField('capacity'), '1')
  await user.click(screen.getByRole('button', { name: capacity.save }))
  expect(await screen.findByText(/spaces are already sold/)).toBeTruthy()
  await setField(user, await findField('capacity'), '200')
  await user.click(screen.getByRole('button', { name: capacity.save }))
  expect(await screen.findByText(capacity.saved)).toBeTruthy()
  expect(await screen.findByText(capacity.now.replace('{{count}}', '200'))).toBeTruthy()
})

async function newDeviceKey() {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  return { kty, crv, x, y }
}

test.runIf(isInTurn('a guard is given', 3))('a guard is given a car park and it is taken away', async () => {
  const park = await pickPark(4)
  const driver = await driverInCanada()
  const { booking_code: pass } = await book(base, driver, park)
  const person = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const look = () => send(base, 'POST', '/api/v1/guard/look', { token: person.token, body: { pass } })
  await expect(look()).rejects.toThrow(': 403 ')
  const user = await openTab(park, 'guards')
  const saved = keepDownloads()
  await user.click(await screen.findByRole('button', { name: gate.download }))
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^[A-Z0-9-]+\.pdf$/)]))
  const add = async (email: string) => {
    await setField(user, screen.getByLabelText(labelled(guards.email)), email)
    await user.click(screen.getByRole('button', { name: guards.add }))
  }
  await add('nobody@example.com')
  expect(await screen.findByText(/no account with this email/)).toBeTruthy()
  await add(person.email)
  expect(await screen.findByText(guards.added.replace('{{email}}', person.email))).toBeTruthy()
  expect(await look()).toBeTruthy()
  const body = { name: 'Gate phone', key: await newDeviceKey() }
  await send(base, 'POST', '/api/v1/guard/devices', { token: person.token, body })
  const again = await openTab(park, 'guards')
  await again.click(await screen.findByRole('button', { name: /^Block Gate phone/ }))
  await again.click((await findDialog()).getByRole('button', { name: guards.block }))
  expect(await screen.findByText(guards.blocked.replace('{{name}}', 'Gate phone'))).toBeTruthy()
  expect(await screen.findByText(/^Gate phone, blocked/)).toBeTruthy()
  await again.click(screen.getByRole('button', { name: guards.remove_label.replace('{{email}}', person.email) }))
  expect(await screen.findByText(guards.removed.replace('{{email}}', person.email))).toBeTruthy()
  await expect(look()).rejects.toThrow(': 403 ')
})

test.runIf(isInTurn('a fact is set', 3))('a fact is set, shown beside the imported one, and taken back', async () => {
  const park = await pickPark(5)
  const user = await openDesk(`/desk/parks/${park.id}`, token)
  await user.click(await screen.findByRole('button', { name: en.record.edit }))
  const fill = async (value: string) => {
    await setField(user, await screen.findByLabelText(labelled(en.parks.hours.paste)), value)
    await user.click(screen.getByRole('button', { name: en.form.save }))
  }
  await fill('always, more or less')
  expect((await screen.findAllByText(/opening hours can’t be read/)).length).toBeGreaterThan(0)
  await fill('Mo-Su 06:15-23:15')
  await user.click(await screen.findByRole('tab', { name: tabs.overrides }))
  const findRow = () =>
    screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes('Mo-Su 06:15-23:15'))
  await waitFor(() => expect(findRow()).toBeTruthy())
  await user.click(within(findRow()!).getByRole('button'))
  expect(await screen.findByText(overrides.restored)).toBeTruthy()
  await waitFor(() => expect(findRow()).toBeUndefined())
})

test.runIf(isInTurn('two records', 3))(
  'two records of one car park become one, and the old address leads to it',
  async () => {
    const { items } = await send<{ items: { id: string; name: string; park_code: string }[] }>(
      base,
      'GET',
      '/api/v1/admin/parks?state=listed&country=SN&size=25&sort=-park_code',
      { token },
    )
    const [merged, staying] = items.filter(({ name }) => items.filter((item) => item.name === name).length === 1)
    const slugOf = async ({ id }: { id: string }) =>
      (await send<{ slug: string }>(base, 'GET', `/api/v1/admin/parks/${id}`, { token })).slug
    const slug = await slugOf(merged!)
    const { merge } = en.records.parks.actions
    const user = await openDesk(`/desk/parks/${merged!.id}`, token)
    await user.click(await screen.findByRole('button', { name: merge }))
    const dialog = within(await screen.findByRole('dialog', { name: merge }))
    const confirm = dialog.getByLabelText(labelled(en.records.parks.fields.confirm))
    await setField(user, dialog.getByLabelText(labelled(en.records.parks.fields.into)), staying!.park_code)
    await setField(user, confirm, 'Another car park')
    await user.click(dialog.getByRole('button', { name: merge }))
    const mismatch = 'Type the name of the car park as it is shown.'
    expect((await dialog.findAllByText(mismatch)).length).toBeGreaterThan(0)
    await setField(user, confirm, merged!.name)
    await user.click(dialog.getByRole('button', { name: merge }))
    expect(await screen.findByText(en.records.parks.states.merged)).toBeTruthy()
    expect(screen.queryByRole('button', { name: merge })).toBeNull()
    const answer = await fetch(`${base}/park/${slug}?lang=fr`, { redirect: 'manual' })
    expect(answer.status).toBe(301)
    expect(new URL(answer.headers.get('location')!, base).pathname).toBe(`/park/${await slugOf(staying!)}`)
    await user.click(await screen.findByRole('link', { name: staying!.park_code }))
    expect(await screen.findByRole('heading', { level: 1, name: staying!.name })).toBeTruthy()
  },
)
