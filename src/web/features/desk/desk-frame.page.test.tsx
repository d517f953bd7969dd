import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deskRecords } from '#contract/desk/records.ts'
import { deskScreens } from '#contract/desk/screens.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { deskOperator } from '#i18n/en/desk_operator.ts'
import { en as words } from '#i18n/en/index.ts'
import { adminMember, send, staffMember } from '#test/e2e/kit/drivers.ts'
import { findDialog, logIn, setField } from '#test/kits/pages/desk-page-kit.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const { form, lists } = en

/** A coupon of its own for a test. */
async function createCoupon(token: string): Promise<{ id: string; code: string; version: number }> {
  const terms = { discount_type: 'percentage', discount: 10, currency: null, limit_per_user: 2 }
  const amounts = { minimum_order_amount: null, maximum_discount: null }
  const days = { start_date: '2026-01-01T00:00:00Z', end_date: '2030-01-01T00:00:00Z' }
  const code = `FRAME-${crypto.randomUUID().slice(0, 6).toUpperCase()}`
  return send(base, 'POST', '/api/v1/admin/coupons', { token, body: { code, ...terms, ...amounts, ...days } })
}

test('leads from the form of one list to that of each other list', async () => {
  const token = await logIn(adminMember)
  await openPage('/desk/items/new', { token })
  const labels = lists as unknown as Record<string, { create?: string } | undefined>
  const forms = Object.values(deskRecords).filter(({ list, create }) => create !== undefined && list.menu !== undefined)
  expect(forms.length).toBeGreaterThan(10)
  for (const { list } of forms) {
    await goTo(`/desk/${list.name}/new`)
    expect(await screen.findByRole('heading', { level: 1, name: labels[areaOf(list.name)]!.create! })).toBeTruthy()
  }
})

test('says that the profile could not be read, and opens once it can be', async () => {
  const token = await logIn(adminMember)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    if (String(request[0]).endsWith('/users/profile')) throw new TypeError('Failed to fetch')
    return fetch(...request)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  localStorage.removeItem('profile')
  const user = await openPage('/terms', { token })
  await goTo('/desk')
  expect((await screen.findByRole('alert')).textContent).toContain(words.common.network_error)
  vi.unstubAllGlobals()
  await user.click(screen.getByRole('button', { name: words.common.try_again }))
  expect(await screen.findByRole('heading', { level: 1, name: en.dashboard.title })).toBeTruthy()
})

test('two people save one record: the second sees what the first changed, and keeps their own', async () => {
  const token = await logIn(staffMember)
  const coupon = await createCoupon(token)
  const path = `/api/v1/admin/coupons/${coupon.id}`
  const user = await openPage(`/desk/coupons/${coupon.id}?edit`, { token })
  const limit = () => screen.findByRole<HTMLInputElement>('textbox', { name: lists.coupons.columns.limit_per_user })
  await setField(user, await limit(), '9')
  // Somebody else saves first.
  const stored = await send<Record<string, unknown>>(base, 'GET', path, { token })
  const fields = ['discount_type', 'currency', 'minimum_order_amount', 'maximum_discount', 'limit_per_user']
  const theirs = Object.fromEntries(
    [...fields, 'start_date', 'end_date', 'version'].map((name) => [name, stored[name]] as const),
  )
  await send(base, 'PATCH', path, { token, body: { ...theirs, discount: 15 } })
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText(/changed this meanwhile \(/)).toBeTruthy()
  expect(screen.getByRole('deletion').textContent).toBe('10')
  expect(screen.getByRole('insertion').textContent).toBe('15')
  await user.click(screen.getByRole('button', { name: form.keep_mine }))
  expect((await limit()).value).toBe('9')
  await user.click(screen.getByRole('button', { name: form.save }))
  expect(await screen.findByRole('heading', { name: coupon.code, level: 1 })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: form.save })).toBeNull())
  expect(await send(base, 'GET', path, { token })).toMatchObject({ discount: 15, limit_per_user: 9 })
})

test.runIf(isInTurn('opens the demo', 3))(
  'opens the demo’s desk as a role, saves a view and opens it again',
  async () => {
    let user = await openPage('/desk')
    await user.click(await screen.findByRole('button', { name: en.words.roles.administrator }))
    expect(await screen.findByRole('heading', { name: en.dashboard.title })).toBeTruthy()
    user = await openPage('/desk/parks?sort=-capacity&size=25')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(26))
    await user.click(screen.getByRole('button', { name: en.views.title }))
    await user.click(await screen.findByRole('menuitem', { name: en.views.save }))
    const name = `Largest ${crypto.randomUUID().slice(0, 6)}`
    const dialog = await findDialog()
    await user.type(dialog.getByRole('textbox', { name: en.views.name }), name)
    await user.click(dialog.getByRole('button', { name: form.save }))
    expect(await screen.findByText(en.views.saved)).toBeTruthy()
    user = await openPage('/desk/parks')
    await user.click(await screen.findByRole('button', { name: en.views.title }))
    await user.click(await screen.findByRole('menuitem', { name }))
    await waitFor(() => expect(window.location.search).toBe('?sort=-capacity&size=25'))
  },
)

test('changes one’s own name in the desk', async () => {
  let user = await openPage('/desk')
  await user.click(await screen.findByRole('button', { name: en.words.roles.employee }))
  expect(await screen.findByRole('heading', { name: en.dashboard.title })).toBeTruthy()
  user = await openPage('/desk/profile/edit')
  await setField(user, await screen.findByRole('textbox', { name: en.profile.last_name }), 'Okafor')
  await user.click(screen.getByRole('button', { name: form.save }))
  await waitFor(() => expect(window.location.pathname).toBe('/desk/profile'))
  expect((await screen.findAllByText(/Okafor/)).length).toBeGreaterThan(0)
  await goTo('/desk/profile/password')
  expect(await screen.findByRole('heading', { name: en.profile.password })).toBeTruthy()
})

test('an employee cannot make themselves an administrator', async () => {
  const roles = await send<{ items: { id: string; name: string }[] }>(base, 'GET', '/api/v1/admin/roles?size=100', {
    token: await logIn(adminMember),
  })
  const role_id = roles.items.find(({ name }) => name === en.words.roles.administrator)!.id
  for (const role of ['employee', 'branch_manager'] as const) {
    const { access_token: token, user } = await send<{ access_token: string; user: { id: string } }>(
      base,
      'POST',
      '/api/v1/demo/desk',
      { body: { role } },
    )
    for (const path of ['administrators', 'roles', `roles/${role_id}`]) {
      await openPage(`/desk/${path}`, { token })
      expect(await screen.findByRole('heading', { name: en.denied })).toBeTruthy()
    }
    await openPage(`/desk/people/${user.id}`, { token })
    expect(await screen.findByText(en.access.person.own)).toBeTruthy()
    expect(screen.queryByRole('button', { name: form.save })).toBeNull()
    // The call that the screen does not offer is refused as well.
    const body = { assignments: [{ role_id, scope: 'everywhere', place_id: null }] }
    const change = send(base, 'PUT', `/api/v1/admin/people/${user.id}/roles`, { token, body })
    await expect(change).rejects.toThrow(`PUT /api/v1/admin/people/${user.id}/roles: 403`)
    await openPage('/desk/administrators', { token })
    expect(await screen.findByRole('heading', { name: en.denied })).toBeTruthy()
  }
})

test('people of an operator have their own words, no columns of staff, and their car parks by city', async () => {
  const { access_token: token, user: operator } = await send<{
    access_token: string
    user: { operator: { id: string; name: string } }
  }>(base, 'POST', '/api/v1/demo/desk', { body: { role: 'partner' } })
  const user = await openPage('/desk/parks', { token, country: 'NG' })
  const { lists: own, groups } = deskOperator
  expect(await screen.findByRole('heading', { name: own.parks.title, level: 1 })).toBeTruthy()
  const menu = within(screen.getByRole('navigation', { name: en.menu }))
  for (const { title } of [own.parks, own.bookings, own.partners, own.payouts])
    expect(menu.getByRole('link', { name: title })).toBeTruthy()
  expect(menu.getByRole('button', { name: groups.people })).toBeTruthy()
  for (const title of [lists.partners.title, lists.payouts.title, lists.customers.title])
    expect(menu.queryByText(title)).toBeNull()
  await screen.findByRole('columnheader', { name: lists.parks.columns.city })
  expect(screen.queryByRole('columnheader', { name: lists.parks.columns.partner })).toBeNull()
  await user.click(screen.getByRole('button', { name: en.columns }))
  await screen.findByRole('menuitemcheckbox', { name: lists.parks.columns.cancellation })
  expect(screen.queryByRole('menuitemcheckbox', { name: lists.parks.columns.source })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: en.map.show_cities }))
  const cities = within(await screen.findByRole('region', { name: en.parks.cities.label }))
  const city = cities.getAllByRole('listitem')[0]!
  const [, name, count] = /^(.+) (\d+)$/.exec(city.textContent.trim())!
  await user.click(within(city).getByRole('button'))
  expect(await screen.findByText(new RegExp(`of ${count} entries`))).toBeTruthy()
  expect(screen.getByText(`${lists.parks.filters.city}: "${name}"`)).toBeTruthy()
  await user.click(within(city).getByRole('button', { pressed: true }))
  await waitFor(() => expect(screen.queryByText(`${lists.parks.filters.city}: "${name}"`)).toBeNull())
  // Their company is no list.
  await user.click(menu.getByRole('link', { name: own.partners.title }))
  expect(await screen.findByRole('heading', { name: operator.operator.name, level: 1 })).toBeTruthy()
})

test('a failure of the server shows its request, and one can try again', async () => {
  const { fetch } = window
  const problem = {
    type: 'urn:parkwell:error:internal',
    status: 500,
    code: 'internal',
    request_id: 'req-42',
    message: '',
  }
  const failing = vi.spyOn(window, 'fetch').mockImplementation(async (...request) => {
    const address = request[0] instanceof Request ? request[0].url : String(request[0])
    return address.includes('/api/v1/admin/coupons') ? Response.json(problem, { status: 500 }) : fetch(...request)
  })
  const user = await openPage('/desk/coupons', { token: await logIn(staffMember) })
  expect(await screen.findByRole('heading', { name: 'Something Wrong.' })).toBeTruthy()
  expect(screen.getByText(/req-42/)).toBeTruthy()
  failing.mockRestore()
  await user.click(screen.getByRole('button', { name: en.try_again }))
  expect(within(await screen.findByRole('table')).getAllByRole('row').length).toBeGreaterThan(0)
})

test('reloads the search index of a process', async () => {
  const user = await openPage('/desk/search-indexes', { token: await logIn(adminMember) })
  const table = within(await screen.findByRole('table'))
  await user.click((await table.findAllByRole('link'))[0]!)
  await waitFor(() => expect(location.pathname).toMatch(/search-indexes\/[0-9a-f-]{36}$/))
  const { actions, done } = en.records.search_indexes
  await user.click(await screen.findByRole('button', { name: actions.reload }))
  expect(await screen.findByText(done.reload)).toBeTruthy()
  expect((await screen.findAllByText(en.words.index_states.reloading)).length).toBeGreaterThan(0)
})

test.runIf(isInTurn('every shortcut', 3))(
  'every shortcut that the list shows leads to its screen',
  { timeout: 120_000 },
  async () => {
    const user = await openPage('/desk', { token: await logIn(adminMember) })
    await screen.findByRole('heading', { name: en.dashboard.title })
    await user.keyboard('{Shift>}?{/Shift}')
    const shown = (await findDialog()).getAllByText(/^g .$/).map(({ textContent }) => textContent)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const lettered = deskScreens.flatMap(({ name, letter }) => (letter === undefined ? [] : [{ name, letter }]))
    expect(shown.toSorted()).toEqual(lettered.map(({ letter }) => `g ${letter}`).toSorted())
    for (const { name, letter } of lettered) {
      await user.keyboard(`g${letter}`)
      await waitFor(() => expect(`g ${letter}: ${window.location.pathname}`).toBe(`g ${letter}: /desk/${name}`))
      await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
    }
  },
)
