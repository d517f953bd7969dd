import { act as focus, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { pattern } from '#test/e2e/kit/catalogue.ts'
import { adminMember, send } from '#test/e2e/kit/drivers.ts'
import { act, findDialog, labelled, logIn, openDesk, setField } from '#test/kits/pages/desk-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const { records, lists, record: words, form, shop } = en

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
  /** Finds a record by typing a part of its name, and takes the first by Enter. */
  find: async (name: string, typed: string, title: string) => {
    // Focused, not pressed: the pointer would load the list's code, which replaces the input under it.
    const input = await screen.findByRole('combobox', { name: labelled(name) })
    focus(() => input.focus())
    await waitFor(() => expect(document.querySelector('[role=listbox] [role=option]')).not.toBeNull())
    await user.keyboard(typed)
    await screen.findAllByRole('option', { name: pattern(title) })
    await user.keyboard('{Enter}')
  },
  upload: async (name: string, width: number, height: number) => {
    const picture = await sharp({ create: { width, height, channels: 3, background: '#446688' } })
      .png()
      .toBuffer()
    const file = new File([new Uint8Array(picture)], 'picture.png', { type: 'image/png' })
    await user.upload(await screen.findByLabelText(labelled(name), { selector: 'input' }), file)
    await screen.findByRole('img', { name })
  },
})
const findTexts = async (text: string | RegExp) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)

test('leads from a category and an attribute to an item with prices, an offer and stock', async () => {
  const mark = crypto.randomUUID().slice(0, 6)
  const open = (path: string) => openDesk(path, token)
  const user = await open('/desk/item-categories/new')
  const { fill, choose, press, expectTitle, find, upload } = formOf(user)
  const category = records.item_categories.fields
  await fill(category.name, `Covers ${mark}`)
  await fill(category.name_fr, `Housses ${mark}`)
  await choose(lists.item_categories.columns.work_group, 'counter')
  await upload(lists.item_categories.columns.picture, 900, 600)
  await fill(lists.item_categories.columns.slug, 'wash')
  await press(form.create)
  await findTexts('Another category or item has this address.')
  await fill(lists.item_categories.columns.slug, `covers-${mark}`)
  await press(form.create)
  expect(await expectTitle(`Covers ${mark}`)).toBeTruthy()
  await press(records.item_categories.actions.activate)
  expect(await screen.findByText(records.item_categories.done.activate)).toBeTruthy()

  await open('/desk/item-attributes/new')
  const attribute = records.item_attributes.fields
  await fill(attribute.name, `Length ${mark}`)
  await fill(attribute.name_fr, `Longueur ${mark}`)
  await fill(attribute.value_codes, 'short\nlong')
  await fill(attribute.value_names, 'Short\nLong')
  await fill(attribute.value_names_fr, 'Court\nLong')
  await fill(lists.item_attributes.columns.code, `length_${mark}`)
  await press(form.create)
  await expectTitle(`Length ${mark}`)
  await findTexts(/Short/)

  // A new item by one key, saved by two.
  await open('/desk/items')
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(1))
  await user.keyboard('n')
  expect(await screen.findByRole('heading', { name: lists.items.create })).toBeTruthy()
  const item = records.items.fields
  await fill(item.name, `Car cover ${mark}`)
  await fill(item.description, 'Keeps the sun out.')
  await find(item.category_id, `covers ${mark}`, `Covers ${mark}`)
  const chosen = screen.getByRole<HTMLInputElement>('combobox', { name: labelled(item.category_id) })
  await waitFor(() => expect(chosen.value).toBe(`Covers ${mark}`))
  await choose(lists.items.columns.kind, 'good')
  await choose(lists.items.columns.tax_class, 'standard')
  await user.click(screen.getByLabelText(labelled(lists.items.columns.tracks_stock)))
  await fill(item.low_stock, '2')
  await fill(lists.items.columns.slug, `car-cover-${mark}`)
  await user.keyboard('{Control>}s{/Control}')
  expect(await expectTitle(`Car cover ${mark}`)).toBeTruthy()
  const address = window.location.pathname
  await press(records.items.actions.activate)
  await findTexts(/The French text is missing/)
  await press(words.edit)
  await fill(item.name_fr, `Housse ${mark}`)
  await fill(item.description_fr, 'Protège du soleil.')
  await press(form.save)
  await press(records.items.actions.activate)
  expect(await screen.findByText(records.items.done.activate)).toBeTruthy()

  await user.click(screen.getByRole('tab', { name: records.items.tabs.variations }))
  await choose(shop.attribute, `Length ${mark}`)
  await user.click(await screen.findByRole('checkbox', { name: 'Short' }))
  await press(shop.save_variations)
  expect(await screen.findByText('Choose at least two values, or none.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Long' }))
  await press(shop.save_variations)
  expect(await screen.findByText(shop.variations_saved)).toBeTruthy()

  await user.click(screen.getByRole('tab', { name: records.items.tabs.prices }))
  await fill('Short, CAD', '40')
  await fill('Long, CAD', '60.005')
  await press(shop.save_prices)
  expect(await screen.findByText(/^Enter a whole amount in naira/)).toBeTruthy()
  await fill('Long, CAD', '60')
  await press(shop.save_prices)
  expect(await screen.findByText(shop.prices_saved)).toBeTruthy()

  await open('/desk/offers/new')
  await fill(records.offers.fields.name, `Cover week ${mark}`)
  await fill(records.offers.fields.name_fr, `Semaine des housses ${mark}`)
  await choose(lists.offers.columns.discount_type, 'percentage')
  await fill(records.offers.fields.discount, '120')
  await choose(lists.offers.columns.start_date, '2026-01-01T00:00')
  await choose(lists.offers.columns.end_date, '2030-01-01T00:00')
  await find(records.offers.fields.item_ids, `cover ${mark}`, `Car cover ${mark}`)
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').some(({ textContent }) => textContent.includes(`Car cover ${mark}`))).toBe(
      true,
    ),
  )
  await choose(lists.offers.columns.funded_by, 'us')
  await fill(lists.offers.columns.slug, `cover-week-${mark}`)
  await press(form.create)
  await findTexts('Discount less then or equal to 100')
  await fill(records.offers.fields.discount, '25')
  await press(form.create)
  expect(await expectTitle(`Cover week ${mark}`)).toBeTruthy()

  // Two lengths at each of the branches are more than the ten rows of a page.
  await open(`${address}?tab=stock`)
  await user.selectOptions(await screen.findByLabelText(en.page_size), '25')
  await user.click(within(await screen.findByRole('row', { name: /Short.*Front Street/ })).getByRole('link'))
  await act(user, records.stock.actions.receive, { [records.stock.fields.quantity]: '3' })
  expect(await screen.findByText(records.stock.done.receive)).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: lists.stock_movements.title }))
  expect(await screen.findByRole('row', { name: /Received/ })).toBeTruthy()

  // As customers see it: the cheaper form, reduced, with the taxes of Toronto.
  interface Sold {
    price: { amount: number }
    old_price: { amount: number }
    sold_out: boolean
    variations: { sold_out: boolean }[]
  }
  const { items } = await send<{ items: { slug: string }[] }>(
    base,
    'GET',
    '/api/v1/admin/branches?size=100&search=Front%20Street',
    { token },
  )
  const path = `/api/v1/marketplace/items/car-cover-${mark}?branch=${items[0]!.slug}`
  await waitFor(async () => expect((await send<Sold>(base, 'GET', path)).sold_out).toBe(false))
  const shown = await send<Sold>(base, 'GET', path)
  expect([shown.price.amount, shown.old_price.amount]).toEqual([33.9, 45.2])
  expect(shown.variations.map(({ sold_out }) => sold_out)).toEqual([false, true])
})

test.runIf(isInTurn('pauses an item', 3))(
  'pauses an item at a branch until a time, ends the pause, and goes back to the item',
  async () => {
    const path = '/api/v1/admin/items?search=Butter'
    const { items } = await send<{ items: { id: string }[] }>(base, 'GET', path, { token })
    const user = await openDesk(`/desk/items/${items[0]!.id}?tab=item_branches`, token)
    const { press } = formOf(user)
    const { actions, done } = records.item_branches
    await user.click(await screen.findByRole('link', { name: 'Yorkville' }))
    const soon = new Date(Date.now() + 3_600_000)
    const wall = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Toronto',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(soon)
    await act(user, actions.pause, { [lists.item_branches.columns.paused_until]: wall.replace(' ', 'T') })
    await findTexts(done.pause)
    await findTexts(lists.item_branches.states.paused)
    await press(actions.end_pause)
    await findTexts(done.end_pause)
    await press(actions.hide)
    await press(words.undo)
    await findTexts(done.show)
    const main = within(screen.getByRole('main'))
    await user.click(main.getByRole('link', { name: lists.item_branches.title }))
    await waitFor(() =>
      expect(location.pathname + location.search).toBe(`/desk/items/${items[0]!.id}?tab=item_branches`),
    )
  },
)

test.runIf(isInTurn('changes prices of the chosen items', 3))(
  'changes prices of the chosen items after a preview, takes it back, and imports a file',
  async () => {
    const { bulk } = shop
    const user = await openDesk('/desk/items?search=Butter', token)
    await user.click(await screen.findByRole('checkbox', { name: en.bulk.select_page }))
    await user.click(await screen.findByRole('button', { name: records.items.actions.change_many }))
    const dialog = await findDialog()
    const { fields } = records.items
    await user.click(await dialog.findByRole('button', { name: bulk.preview }))
    expect((await dialog.findAllByText('This field is required!')).length).toBeGreaterThan(0)
    await setField(user, dialog.getByLabelText(labelled(fields.currency)), 'XOF')
    await setField(user, dialog.getByLabelText(labelled(fields.percent)), '10')
    await user.click(dialog.getByRole('button', { name: bulk.preview }))
    expect(await dialog.findByText(bulk.check_title)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: /^Change \d+ rows?$/ }))
    expect(await dialog.findByText(bulk.done_title)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: bulk.undo }))
    expect(await screen.findByText(bulk.undone)).toBeTruthy()

    await openDesk('/desk/item-changes', token)
    expect((await screen.findAllByText(en.words.item_changes.price_percent)).length).toBeGreaterThan(0)
    const file = new File(['item,price_cad\nno-such-item,1\n'], 'prices.csv', { type: 'text/csv' })
    await user.upload(await screen.findByLabelText(labelled(bulk.choose)), file)
    expect(await screen.findByText(/This field is required!/)).toBeTruthy()
    expect(screen.getByText(bulk.nothing)).toBeTruthy()
  },
)

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
  expect(await expectTitle(`LEVY_${mark.toUpperCase()}, SN`)).toBeTruthy()
  await act(user, actions.change, { [columns.valid_from]: '2036-01-01' })
  expect(await screen.findByText(done.change)).toBeTruthy()
  await openDesk(`/desk/taxes?search=levy_${mark}`, token)
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
})

test.runIf(isInTurn('a slider with', 3))(
  'a slider with a picture is shown to visitors of its country, who follow its link',
  async () => {
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
  },
)
