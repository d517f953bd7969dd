import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember } from '#test/e2e/kit/drivers.ts'
import { act, labelled, logIn, openDesk, setField } from '#test/kits/pages/desk-page-kit.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'

/* Items from their category to the branch are journeys (`test/e2e/desk/desk-shop.spec.ts`). */

const { records, lists, form } = en

let token: string
beforeEach(async () => {
  token = await logIn(adminMember)
})

/** The fields of a form by their names, and its buttons. */
const formOf = (user: UserEvent) => ({
  fill: async (name: string, value: string) => setField(user, await screen.findByRole('textbox', { name }), value),
  choose: async (name: string, value: string) => setField(user, await screen.findByLabelText(labelled(name)), value),
  press: async (name: string) => user.click(await screen.findByRole('button', { name })),
  expectTitle: (name: string) => screen.findByRole('heading', { level: 1, name }),
  upload: async (name: string, width: number, height: number) => {
    const picture = await sharp({ create: { width, height, channels: 3, background: '#446688' } })
      .png()
      .toBuffer()
    const file = new File([new Uint8Array(picture)], 'picture.png', { type: 'image/png' })
    await user.upload(await screen.findByLabelText(labelled(name), { selector: 'input' }), file)
    await screen.findByRole('img', { name })
  },
})

test('enters a tax rate and replaces it', async () => {
  const mark = crypto.randomUUID().slice(0, 6)
  const user = await openDesk('/desk/taxes/new', token)
  const { fill, choose, press, expectTitle } = formOf(user)
  const { columns } = lists.taxes
  const { fields, actions, done } = records.taxes
  await fill(columns.code, `levy_${mark}`)
  await choose(columns.class, 'standard')
  await choose(fields.country_code, 'SN')
  await fill(fields.name, 'City levy')
  await fill(fields.name_fr, 'Taxe municipale')
  await choose(columns.type, 'percentage')
  await fill(fields.rate, '0')
  await choose(columns.valid_from, '2026-01-01')
  await fill(columns.source, 'Example notice')
  await choose(columns.source_date, '2026-11-01')
  await press(form.create)
  expect(await expectTitle(`levy_${mark}, SN`)).toBeTruthy()
  await act(user, actions.change, { [columns.valid_from]: '2036-01-01' })
  expect(await screen.findByText(done.change)).toBeTruthy()
  await openDesk(`/desk/taxes?search=levy_${mark}`, token)
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
})

test('a slider with a picture is shown to visitors of its country, who follow its link', async () => {
  const mark = crypto.randomUUID().slice(0, 6)
  const { fields, actions, done } = records.sliders
  const { columns } = lists.sliders
  const { fill, choose, press, expectTitle, upload } = formOf(await openDesk('/desk/sliders/new', token))
  await choose(columns.placement, 'marketplace')
  await choose(fields.country_code, 'SN')
  await fill(fields.title, `Wash week ${mark}`)
  await fill(fields.title_fr, `Semaine du lavage ${mark}`)
  for (const name of [columns.wide_picture, fields.narrow_picture]) await upload(name, 1_600, 500)
  await fill(fields.alt, 'A blue car')
  await fill(fields.alt_fr, 'Une voiture bleue')
  await fill(columns.link, '/marketplace/wash')
  await choose(columns.starts_at, '2026-01-01T00:00')
  await press(form.create)
  expect(await expectTitle(`Wash week ${mark}`)).toBeTruthy()
  const { pathname } = window.location
  await press(actions.activate)
  expect(await screen.findByText(done.activate)).toBeTruthy()

  localStorage.clear()
  const visitor = await openPage('/marketplace', { country: 'SN', language: 'fr' })
  expect(await screen.findByRole('img', { name: 'Une voiture bleue' })).toBeTruthy()
  await visitor.click(screen.getByRole('link', { name: `Semaine du lavage ${mark}` }))
  await waitFor(() => expect(window.location.pathname).toBe('/marketplace/wash'))

  // Other tests open the page as well.
  const again = formOf(await openDesk(pathname, token))
  await again.press(actions.deactivate)
  expect(await screen.findByText(done.deactivate)).toBeTruthy()
})
