import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { common } from '#i18n/en/common.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { reworded } from '#test/e2e/kit/catalogue.ts'
import { adminMember, send, staffMember } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

interface SizedWindow {
  happyDOM: { setViewport: (size: { width: number }) => void }
}
const setWidth = (width: number) => (window as unknown as SizedWindow).happyDOM.setViewport({ width })
const wide_px = window.innerWidth

const signIn = async ({ email, password }: typeof staffMember) => {
  const body = { identifier: email, password }
  return (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
}
let token: string
beforeAll(async () => {
  token = await signIn(staffMember)
})
const title = reworded(en.lists.parks.title, 'en-CA')
const findRows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)

describe('a list on a phone', () => {
  beforeEach(() => setWidth(390))
  afterEach(() => {
    cleanup()
    setWidth(wide_px)
  })

  test('shows each row as a card with its name, its state and four values, and sorts them by a field', async () => {
    const user = await openPage('/desk/parks', { token })
    const [row] = await findRows()
    expect(within(row!).getByRole('rowheader').querySelector('a')).not.toBeNull()
    expect(
      within(row!)
        .getAllByRole('cell')
        // The first selects the row.
        .slice(1)
        .map((cell) => cell.firstElementChild?.textContent),
    ).toEqual((['park_code', 'tariff', 'city', 'country'] as const).map((name) => en.lists.parks.columns[name]))
    expect(screen.getAllByRole('columnheader')).toHaveLength(6)
    expect(screen.queryByRole('button', { name: 'Sort by Spaces' })).toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: en.sort.label }), 'Spaces: highest first')
    await waitFor(() => expect(window.location.search).toBe('?sort=-capacity'))
    await user.selectOptions(screen.getByRole('combobox', { name: en.sort.label }), 'Name: A to Z')
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  test('shows all columns of its address', async () => {
    await openPage('/desk/parks?columns=name,park_code,city,country,partner,bookable,capacity', { token })
    const [row] = await findRows()
    expect(within(row!).getAllByRole('cell')).toHaveLength(7)
    // Its operator is made up for the demo.
    expect(within(row!).getByText(common.example).closest('td')?.firstElementChild?.textContent).toBe(
      en.lists.parks.columns.partner,
    )
  })

  test('has its search, filters and order in one row, with the other tools behind a button', async () => {
    const user = await openPage('/desk/parks', { token })
    await findRows()
    for (const name of [en.filter.add, en.more_tools]) expect(screen.getByRole('button', { name })).toBeTruthy()
    const others = [en.views.title, en.columns, en.export]
    for (const name of others) expect(screen.queryByRole('button', { name })).toBeNull()
    await user.click(screen.getByRole('button', { name: en.more_tools }))
    expect(screen.getByRole('button', { name: en.more_tools }).getAttribute('aria-expanded')).toBe('true')
    for (const name of others) expect(screen.getByRole('button', { name })).toBeTruthy()
  })

  test('has the actions of a record with many in a menu above its tabs, and each still opens its dialog', async () => {
    const admin = await signIn(adminMember)
    const { items } = await send<{ items: { id: string }[] }>(base, 'GET', '/api/v1/admin/branches', { token: admin })
    const user = await openPage(`/desk/branches/${items[0]!.id}?tab=checklist`, { token: admin })
    const name = reworded(en.records.branches.actions.add_park, 'en-CA')
    const menu = await screen.findByRole('button', { name: /^\d more actions$/ })
    expect(screen.queryByRole('button', { name })).toBeNull()
    await user.click(menu)
    await user.click(await screen.findByRole('menuitem', { name }))
    expect(await screen.findByRole('dialog', { name })).toBeTruthy()
  })

  test('selects rows for a change of many', async () => {
    const user = await openPage('/desk/items', { token: await signIn(adminMember) })
    const rows = await findRows()
    await user.click(within(rows[0]!).getByRole('checkbox'))
    expect(await screen.findByRole('group', { name: '1 row selected' })).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: en.bulk.select_page }))
    expect(await screen.findByRole('group', { name: `${rows.length} rows selected` })).toBeTruthy()
  })
})

describe('the way back from a record', () => {
  const openRecord = async (user: Awaited<ReturnType<typeof openPage>>, at: number) => {
    const link = within(within((await findRows())[at]!).getByRole('rowheader')).getByRole('link')
    const name = link.textContent
    await user.click(link)
    await screen.findByRole('heading', { level: 1, name })
  }
  const expectRow = (at: number) =>
    waitFor(async () => {
      const row = (await findRows())[at]!
      expect(row.getAttribute('aria-current')).toBe('true')
      expect(document.activeElement).toBe(row)
    })

  test('leads to the row that was opened, and to that of the record shown last', async () => {
    const user = await openPage('/desk/parks?sort=park_code', { token })
    await openRecord(user, 3)
    history.back()
    await expectRow(3)
    await openRecord(user, 5)
    await user.click(screen.getByRole('link', { name: en.record.next }))
    await screen.findByRole('link', { name: en.record.previous })
    await user.click(await within(screen.getByRole('main')).findByRole('link', { name: title }))
    await expectRow(6)
  })

  test('marks no row for somebody who opens the list anew', async () => {
    const user = await openPage('/desk/parks?sort=park_code', { token })
    await openRecord(user, 3)
    await user.click(within(screen.getByRole('navigation')).getByRole('link', { name: title }))
    await findRows()
    expect(document.querySelector('[aria-current="true"]')).toBeNull()
  })
})
