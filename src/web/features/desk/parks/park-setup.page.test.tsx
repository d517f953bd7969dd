import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { ParkRecord } from '#contract/parks/desk/park-record.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, send } from '#test/e2e/kit/drivers.ts'
import { findDialog, logIn, openDesk, setField } from '#test/kits/pages/desk-page-kit.ts'
import { base } from '#test/kits/pages/page-kit.tsx'

/* A car park set up from its checklist, and many changed as one. */

const { checklist, hours } = en.parks
const { bulk } = en.shop

let token: string
let parks: { id: string; name: string }[]
beforeAll(async () => {
  token = await logIn(adminMember)
  const query = 'state=bookable&country=US&size=10&sort=-name'
  parks = (await send<{ items: typeof parks }>(base, 'GET', `/api/v1/admin/parks?${query}`, { token })).items
})
const read = (id: string) => send<ParkRecord>(base, 'GET', `/api/v1/admin/parks/${id}`, { token })

test('a car park is closed, and opens again once its entrance is there', async () => {
  const { id } = parks[0]!
  const user = await openDesk(`/desk/parks/${id}?tab=checklist`, token)
  await user.click(await screen.findByRole('button', { name: checklist.close_button }))
  expect(await screen.findByText(checklist.not_ready)).toBeTruthy()
  expect(screen.queryByRole('button', { name: checklist.open_button })).toBeNull()
  const entrance = screen.getByText(checklist.entrance).closest('li')!
  expect(within(entrance).getByText(en.shop.checklist.missing)).toBeTruthy()
  expect(within(entrance).getByRole('link').getAttribute('href')).toContain(`/desk/parks/${id}?tab=photos`)
  const { version } = await read(id)
  const body = { access_steps_en: 'Second gate on the left', version }
  await send(base, 'PATCH', `/api/v1/admin/parks/${id}`, { token, body })
  const again = await openDesk(`/desk/parks/${id}?tab=checklist`, token)
  await again.click(await screen.findByRole('button', { name: checklist.open_button }))
  expect(await screen.findByText(checklist.open)).toBeTruthy()
  expect(await read(id)).toMatchObject({ is_on_sale: true, missing: [] })
})

test('a closure on one day stands in the week, and is kept', async () => {
  const { id } = parks[1]!
  const user = await openDesk(`/desk/parks/${id}?edit=`, token)
  await user.click(await screen.findByRole('button', { name: hours.add_special }))
  await setField(user, screen.getByLabelText(hours.special_from), '2027-12-25')
  await user.click(screen.getByLabelText(hours.yearly))
  await user.click(screen.getByRole('button', { name: en.form.save }))
  await waitFor(async () => expect((await read(id)).opening_hours).toMatch(/; Dec 25 off$/))
})

test('opening hours of two car parks are changed as one after a preview, and undone as one', async () => {
  const chosen = parks.slice(2, 4)
  const before = await Promise.all(chosen.map(async ({ id }) => (await read(id)).opening_hours))
  const user = await openDesk('/desk/parks?state=bookable&country=US&sort=-name', token)
  for (const { id } of chosen) {
    const link = await waitFor(() => {
      const found = document.querySelector<HTMLElement>(`th a[href*="${id}"]`)
      expect(found).not.toBeNull()
      return found!
    })
    await user.click(within(link.closest('tr')!).getByRole('checkbox'))
  }
  await user.click(await screen.findByRole('button', { name: en.records.parks.actions.change_many }))
  const dialog = await findDialog()
  await setField(user, await dialog.findByLabelText(hours.paste), 'Mo-Su 06:30-22:30')
  await user.click(dialog.getByRole('button', { name: bulk.preview }))
  expect(await dialog.findByText(bulk.check_title)).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: /^Change 2 rows/ }))
  await dialog.findByText(bulk.done_title)
  const after = () => Promise.all(chosen.map(async ({ id }) => (await read(id)).opening_hours))
  expect(await after()).toEqual(chosen.map(() => 'Mo-Su 06:30-22:30'))
  await user.click(dialog.getByRole('button', { name: bulk.undo }))
  await waitFor(async () => expect(await after()).toEqual(before))
})
