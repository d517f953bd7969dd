import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { errors } from '#i18n/en/errors.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { adminMember, send } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

let token: string
beforeAll(async () => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
})

const { filters } = en.lists.online_orders
const findAdd = () => screen.findByRole('button', { name: en.filter.add })
const findChips = async () => within(await screen.findByRole('list', { name: en.filters }))
const chipTexts = async () => (await findChips()).getAllByRole('listitem').map((chip) => chip.textContent)
const removeButton = (name: string) => screen.getByRole('button', { name: en.filter.remove.replace('{{name}}', name) })

test('adds, changes and removes filters by keyboard alone', async () => {
  const user = await openPage('/desk/online-orders', { token })
  const add = async () => {
    ;(await findAdd()).focus()
    await user.keyboard('{Enter}')
    const field = await screen.findByRole('textbox', { name: en.filter.find })
    await waitFor(() => expect(document.activeElement).toBe(field))
  }
  await add()
  await user.keyboard('{Escape}')
  await waitFor(async () => expect(document.activeElement).toBe(await findAdd()))

  await add()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: en.filter.find }))
  await user.keyboard('páym{Enter}')
  const unpaid = await screen.findByRole('button', { name: en.words.payment_states.unpaid })
  expect(document.activeElement).toBe(unpaid)
  await user.keyboard('{End}{Home}{ArrowDown}{ArrowUp}{Enter}')
  await waitFor(() => expect(window.location.search).toBe('?payment=unpaid'))
  await waitFor(async () => expect(document.activeElement).toBe(await findAdd()))

  await add()
  await user.keyboard('coup{Enter}')
  await user.type(await screen.findByRole('textbox', { name: filters.coupon }), ' SAVE {Enter}')
  await waitFor(() => expect(window.location.search).toBe('?payment=unpaid&coupon=SAVE'))
  await add()
  await user.keyboard('exam{Enter}')
  await user.click(await screen.findByRole('button', { name: en.no }))
  await waitFor(() => expect(window.location.search).toBe('?payment=unpaid&coupon=SAVE&example=false'))
  expect(await chipTexts()).toEqual([
    `${filters.payment}: ${en.words.payment_states.unpaid}`,
    `${filters.coupon}: SAVE`,
    `${filters.example}: ${en.no}`,
  ])

  removeButton(filters.payment).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement?.textContent).toBe(`${filters.coupon}: SAVE`)
  await waitFor(() => expect(window.location.search).toBe('?coupon=SAVE&example=false'))
  await user.keyboard('{Enter}')
  await user.clear(await screen.findByRole('textbox', { name: filters.coupon }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(window.location.search).toBe('?example=false'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe(`${filters.example}: ${en.no}`))
  expect(screen.queryByRole('button', { name: en.filter.clear })).toBeNull()
  await user.click(removeButton(filters.example))
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(document.activeElement).toBe(await findAdd())
})

test('takes no number and no days that the list refuses', async () => {
  const user = await openPage('/desk/online-orders?least=1200.5&created_from=2026-11-10&created_to=2026-11-12', {
    token,
  })
  expect(await chipTexts()).toEqual([`${filters.least}: 1200.5`, `${filters.created}: Nov 10, 2026 – Nov 12, 2026`])
  await user.click(screen.getByRole('button', { name: `${filters.least}: 1200.5` }))
  const least = await screen.findByRole('textbox', { name: filters.least })
  await user.clear(least)
  await user.type(least, 'many{Enter}')
  expect(await screen.findByText(errors.fields.number)).toBeTruthy()
  await user.clear(least)
  await user.type(least, '1,500{Enter}')
  await waitFor(() => expect(window.location.search).toContain('least=1500&'))

  await user.click(screen.getByRole('button', { name: new RegExp(`^${filters.created}: `) }))
  const to = await screen.findByLabelText(en.filter.to)
  await user.clear(to)
  await user.type(to, '2026-11-09')
  await user.click(screen.getByRole('button', { name: en.filter.apply }))
  expect(await screen.findByText(errors.fields.dates_order)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: en.filter.last_days.replace('{{days}}', '7') }))
  await waitFor(() => expect(window.location.search).not.toContain('2026-11-12'))
  await user.click(await screen.findByRole('button', { name: en.filter.clear }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('edits the only filter of a list straight away, in French', async () => {
  const user = await openPage('/desk/item-categories', { token, language: 'fr' })
  await user.click(await screen.findByRole('button', { name: fr.filter.add }))
  const [value, label] = Object.entries(fr.words.work_groups)[0]!
  await user.click(await screen.findByRole('button', { name: label }))
  await waitFor(() => expect(window.location.search).toBe(`?work_group=${value}`))
})
