import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { deskScreens } from '#contract/desk/screens.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { reworded } from '#test/e2e/kit/catalogue.ts'
import { adminMember, book, buildDriver, parksToBook, send, staffMember } from '#test/e2e/kit/drivers.ts'
import { findDialog } from '#test/kits/pages/desk-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn, isInTurn } from '#test/kits/rounds.ts'

let token: string
beforeAll(async () => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
})
const findTable = () => screen.findByRole('table')
const rowsOf = async () =>
  within(await findTable())
    .getAllByRole('row')
    .slice(1)

describe('the desk', () => {
  test('asks visitors to log in and tells people without a role so', async () => {
    await openPage('/desk')
    expect(await screen.findByRole('heading', { name: en.signed_out })).toBeTruthy()
    document.body.innerHTML = ''
    await openPage('/desk', await buildDriver(base, { country_code: 'CA', language: 'en' }))
    expect(await screen.findByText(en.no_role)).toBeTruthy()
  })

  test('leads to the screens that the person may open, and to no others', async () => {
    await openPage('/desk', { token })
    const menu = within(await screen.findByRole('navigation', { name: en.menu }))
    expect(menu.queryByRole('link', { name: en.lists.audit.title })).toBeNull()
    expect(menu.getByRole('link', { name: en.lists.customers.title }).getAttribute('href')).toBe('/desk/customers')
  })

  test('shows 403 on a screen without permission and 404 at an unknown address', async () => {
    await openPage('/desk/audit', { token })
    expect(await screen.findByRole('heading', { name: '403 Access Denied!' })).toBeTruthy()
    expect(screen.getByText('You tried to access a page you did not have prior authorization for.')).toBeTruthy()
    document.body.innerHTML = ''
    await openPage('/desk/nowhere', { token })
    expect(await screen.findByRole('heading', { name: '404 Page Not Found!' })).toBeTruthy()
  })

  const records = [
    'parks',
    'bookings',
    'customers',
    'people',
    'roles',
    'order-receipts',
    'online-orders',
    'item-branches',
  ]
  test.each(inTurn(records, 2)())('shows 404 for a record of %s that does not exist', async (name) => {
    const body = { identifier: adminMember.email, password: adminMember.password }
    const admin = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
    await openPage(`/desk/${name}/01a1fd58-0000-7000-8000-000000000000`, { token: admin.access_token })
    expect(await screen.findByRole('heading', { name: '404 Page Not Found!' })).toBeTruthy()
  })
})

describe('a list', () => {
  test('is turned, sorted, filtered and searched in its address', async () => {
    const user = await openPage('/desk/parks', { token })
    expect(await rowsOf()).toHaveLength(25)
    expect(await screen.findByText(/^Showing 1 to 25 of [\d,]+ entries$/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Sort by Spaces' }))
    await waitFor(() => expect(window.location.search).toBe('?sort=capacity'))
    await user.selectOptions(screen.getByRole('combobox', { name: en.page_size }), '50')
    await waitFor(async () => expect(await rowsOf()).toHaveLength(50))
    await user.click(screen.getByRole('button', { name: /^Bookable/ }))
    await waitFor(() => expect(window.location.search).toBe('?sort=capacity&size=50&state=bookable'))
    await user.click(screen.getByRole('button', { name: en.filter.add }))
    await user.click(await screen.findByRole('button', { name: 'Country' }))
    await user.click(await screen.findByRole('button', { name: 'Senegal' }))
    await waitFor(async () => expect((await rowsOf()).every((row) => row.textContent.includes('Senegal'))).toBe(true))
    await user.type(screen.getByRole('searchbox'), 'no such park{Enter}')
    expect(await screen.findByRole('heading', { name: en.none })).toBeTruthy()
    expect(screen.getByText('Showing 0 to 0 of 0 entries')).toBeTruthy()
  })

  test('remembers its page size and shows the columns of its address', async () => {
    const user = await openPage('/desk/parks', { token })
    const choose = async (size: string) =>
      user.selectOptions(await screen.findByRole('combobox', { name: en.page_size }), size)
    await choose('10')
    await waitFor(async () => expect(await rowsOf()).toHaveLength(10))
    document.body.innerHTML = ''
    localStorage.clear()
    await openPage('/desk/parks?columns=park_code,name', { token })
    await waitFor(async () =>
      expect(
        within(await findTable())
          .getAllByRole('columnheader')
          .map((head) => head.textContent),
      ).toEqual([en.bulk.select_page, 'Code', 'Name']),
    )
    expect(await rowsOf()).toHaveLength(10)
    await choose('25')
    await waitFor(async () => expect(await rowsOf()).toHaveLength(25))
  })

  test('says in French what it shows', async () => {
    await openPage('/desk/parks', { token, language: 'fr' })
    expect(await screen.findByRole('heading', { name: reworded(fr.lists.parks.title, 'fr-CA') })).toBeTruthy()
    expect(await screen.findByText(/^Lignes 1 à 25 sur/)).toBeTruthy()
  })

  test('finds a booking by its plate, and so does the search of the desk', async () => {
    const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
    const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
    const { booking_code } = await book(base, driver, park!)
    const user = await openPage(`/desk/bookings?search=${booking_code}`, { token })
    expect((await rowsOf()).map((row) => row.textContent)).toEqual([expect.stringContaining(booking_code)])
    await user.click(screen.getByRole('button', { name: new RegExp(en.palette.title) }))
    const palette = within(await screen.findByRole('dialog'))
    await user.type(palette.getByRole('combobox'), booking_code)
    const found = within(await screen.findByRole('group', { name: en.lists.bookings.title }))
    // What it is, and not only what it is called.
    const { amount } = (
      await send<{ items: { total: { amount: number } }[] }>(
        base,
        'GET',
        `/api/v1/admin/bookings?search=${booking_code}`,
        { token },
      )
    ).items[0]!.total
    const option = found.getByRole('option', { name: new RegExp(booking_code) })
    for (const fact of [en.words.booking_states.active, amount.toFixed(2)]) expect(option.textContent).toContain(fact)
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: booking_code, level: 1 })).toBeTruthy()
    await waitFor(() => expect(window.location.pathname).toMatch(/^\/desk\/bookings\/[\w-]+$/))
    // The words of a command in any order, by keyboard.
    await user.keyboard('{Control>}k{/Control}')
    await user.type((await findDialog()).getByRole('combobox'), 'dark theme')
    await screen.findByRole('option', { name: `${en.themes.label} · ${en.themes.dark}` })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
  })

  test.runIf(isInTurn('says which booking', 3))(
    'says which booking a corrected plate already has there, and saves it anyway',
    async () => {
      const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 400 })
      const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
      const other = await book(base, driver, { ...park!, plate: 'TWO 222' })
      const { booking_code } = await book(base, driver, { ...park!, plate: 'ONE 111' })
      const plateOf = async () =>
        (await send<{ plate: string }>(base, 'GET', `/api/v1/bookings/${booking_code}`, { token: driver.token })).plate
      const { id } = await send<{ id: string }>(base, 'GET', `/api/v1/bookings/${booking_code}`, {
        token: driver.token,
      })
      const { actions } = en.records.bookings
      const user = await openPage(`/desk/bookings/${id}`, { token })
      await user.click(await screen.findByRole('button', { name: actions.plate }))
      const dialog = within(await screen.findByRole('dialog'))
      const field = await dialog.findByRole('textbox')
      await user.clear(field)
      await user.type(field, 'TWO 222')
      await user.click(dialog.getByRole('button', { name: actions.plate }))
      expect(
        await dialog.findByText(en.record.already_booked.replace('{{code}}', other.booking_code), { exact: false }),
      ).toBeTruthy()
      expect(await plateOf()).toBe('ONE 111')
      await user.click(dialog.getByRole('button', { name: en.record.anyway }))
      await waitFor(async () => expect(await plateOf()).toBe('TWO 222'))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
  )

  test.runIf(isInTurn('the search is empty', 3))('the search is empty when it is opened again at once', async () => {
    const user = await openPage('/desk/parks', { token })
    await findTable()
    await user.keyboard('{Control>}k{/Control}')
    const field = await within(await screen.findByRole('dialog')).findByRole<HTMLInputElement>('combobox')
    await user.type(field, en.lists.coupons.title)
    const option = await screen.findByRole('option', { name: en.lists.coupons.title })
    // Before the first one has gone from the screen.
    act(() => {
      option.click()
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true }))
    })
    expect(window.location.pathname).toBe('/desk/coupons')
    const again = await within(await screen.findByRole('dialog')).findByRole<HTMLInputElement>('combobox')
    expect(again.value).toBe('')
  })
})

describe('people and roles', () => {
  const logIn = async ({ email, password }: typeof staffMember) =>
    (
      await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
        body: { identifier: email, password },
      })
    ).access_token

  test('a person gets a role for a partner, after the password was entered again', async () => {
    const admin = await logIn(adminMember)
    const { token: theirs } = await buildDriver(base, { country_code: 'CA', language: 'en' })
    const { id } = await send<{ id: string }>(base, 'GET', '/api/v1/users/profile', { token: theirs })
    const user = await openPage(`/desk/people/${id}`, { token: admin })
    expect(await screen.findByText(en.access.person.no_roles)).toBeTruthy()
    const role = await screen.findByRole('combobox', { name: en.access.person.role })
    await waitFor(() => expect(within(role).getAllByRole('option').length).toBeGreaterThan(5))
    await user.selectOptions(role, 'Partner')
    const where = screen.getByRole<HTMLSelectElement>('combobox', { name: en.access.person.where })
    // A role is given nowhere by itself, not everywhere either.
    expect(where.value).toBe('')
    const unnamed = screen.getByRole<HTMLSelectElement>('combobox', { name: en.access.person.place })
    expect(unnamed.textContent).toBe(en.access.person.choose_place)
    await user.selectOptions(where, 'everywhere')
    expect(unnamed.textContent).toBe(en.access.person.everywhere)
    await user.selectOptions(where, '')
    expect(screen.getByRole('button', { name: en.access.person.add }).getAttribute('aria-disabled')).toBe('true')
    await user.selectOptions(where, 'partner')
    const place = screen.getByRole<HTMLSelectElement>('combobox', { name: en.access.person.place })
    expect(place.value).toBe('')
    await user.selectOptions(place, within(place).getByRole('option', { name: /^Eko Gate.* \(NG\)$/ }))
    await user.click(screen.getByRole('button', { name: en.access.person.add }))
    await user.click(screen.getByRole('button', { name: en.access.person.save }))
    const dialog = within(await screen.findByRole('dialog', { name: en.reauth.title }))
    await user.type(dialog.getByLabelText(en.reauth.password), adminMember.password)
    await user.click(dialog.getByRole('button', { name: en.reauth.confirm }))
    expect(await screen.findByText(en.access.person.saved)).toBeTruthy()
    const profile = await send<{ role: string; permissions: string[] }>(base, 'GET', '/api/v1/users/profile', {
      token: theirs,
    })
    expect(profile).toMatchObject({ role: 'partner' })
    expect(profile.permissions).toContain('parks.view')
  })

  test('staff see that they cannot change their own roles, nor open those of others', async () => {
    const { id } = await send<{ id: string }>(base, 'GET', '/api/v1/users/profile', { token })
    await openPage(`/desk/people/${id}`, { token })
    expect(await screen.findByText(en.access.person.own)).toBeTruthy()
    expect(screen.queryByRole('button', { name: en.access.person.save })).toBeNull()
    document.body.innerHTML = ''
    await openPage('/desk/roles', { token })
    expect(await screen.findByRole('heading', { name: en.denied })).toBeTruthy()
  })

  test('a role is made of permissions, and the list opens it', async () => {
    const user = await openPage('/desk/roles/new', { token: await logIn(adminMember) })
    const name = `Night desk ${crypto.randomUUID().slice(0, 6)}`
    await user.type(screen.getByRole('textbox', { name: en.access.role.name }), name)
    await user.type(screen.getByRole('textbox', { name: en.access.role.name_fr }), `${name} (fr)`)
    const bookings = within(screen.getByRole('group', { name: en.access.resources.bookings }))
    await user.click(bookings.getByRole('checkbox', { name: en.access.verbs.view }))
    await user.click(screen.getByRole('button', { name: en.access.role.save }))
    const dialog = within(await screen.findByRole('dialog', { name: en.reauth.title }))
    await user.type(dialog.getByLabelText(en.reauth.password), adminMember.password)
    await user.click(dialog.getByRole('button', { name: en.reauth.confirm }))
    expect(await screen.findByRole('heading', { name, level: 1 })).toBeTruthy()
    expect(
      within(screen.getByRole('group', { name: en.access.resources.bookings })).getByRole('checkbox', {
        name: en.access.verbs.view,
      }),
    ).toHaveProperty('checked', true)
  })
})

test('every screen has a title, a description of over 40 characters and words for its columns, in both languages', () => {
  for (const { name } of deskScreens)
    for (const { lists } of [en, fr]) {
      expect(lists[areaOf(name) as keyof typeof lists].title).not.toBe('')
      expect(lists[areaOf(name) as keyof typeof lists].description.length, name).toBeGreaterThan(40)
    }
})
