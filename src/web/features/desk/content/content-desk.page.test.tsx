import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { DeskPage } from '#contract/content/desk/pages.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { createTranslate } from '#i18n/translate.ts'
import { send, staffMember } from '#test/e2e/kit/drivers.ts'
import { act, findDialog, labelled, logIn, openDesk, openOnlyRow, setField } from '#test/kits/pages/desk-page-kit.ts'
import { base } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

/* The editor of pages is a journey too (`test/e2e/desk/desk-pages.spec.ts`). */

const { records, lists, record: words, form } = en

let token: string
beforeEach(async () => {
  token = await logIn(staffMember)
})
const suffix = () => crypto.randomUUID().slice(0, 6).toUpperCase()
const findTexts = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)

test('creates a coupon, edits it, switches it off and takes that back', async () => {
  const user = await openDesk('/desk/coupons', token)
  await user.click(await screen.findByRole('link', { name: lists.coupons.create }))
  expect(await screen.findByRole('heading', { name: lists.coupons.create })).toBeTruthy()
  const { columns } = lists.coupons
  const { actions, done } = records.coupons
  const code = `SPRING-${suffix()}`
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const fill = async (label: string | RegExp, value: string) =>
    setField(user, (await screen.findAllByLabelText(label))[0]!, value)
  await fill(labelled(columns.code), code)
  await fill(labelled(columns.discount_type), 'percentage')
  const discount = new RegExp(`^${columns.discount}\\b(?! type)`)
  await fill(discount, '120')
  await fill(labelled(columns.start_date), '2026-01-01T00:00')
  await fill(labelled(columns.end_date), '2030-01-01T00:00')
  await press(form.create)
  await findTexts('Discount less then or equal to 100')
  await fill(discount, '12.5')
  await press(form.create)
  expect(await screen.findByRole('heading', { name: code, level: 1 })).toBeTruthy()
  await press(actions.deactivate)
  expect(await screen.findByText(done.deactivate)).toBeTruthy()
  await press(words.undo)
  expect(await screen.findByRole('button', { name: actions.deactivate })).toBeTruthy()
  await press(words.edit)
  await fill(labelled(columns.limit_per_user), '3')
  await press(form.save)
  await findTexts('12.5')
  await user.click(screen.getByRole('tab', { name: lists.coupon_uses.title }))
  expect(await screen.findByText(lists.coupon_uses.empty)).toBeTruthy()
})

test('shows staff what is announced to them, until they dismiss it', async () => {
  const text = `The desk is closed tonight ${suffix()}`
  const body = {
    text,
    text_fr: 'Le back-office est fermé ce soir',
    severity: 'warning',
    audience: 'staff',
    country_code: null,
    link: null,
    starts_at: '2026-01-01T08:00:00Z',
    ends_at: null,
  }
  const path = '/api/v1/admin/announcements'
  const { id } = await send<{ id: string }>(base, 'POST', path, { token, body })
  const { version } = await send<{ version: number }>(base, 'POST', `${path}/${id}/activate`, { token })
  onTestFinished(() => send(base, 'DELETE', `${path}/${id}?version=${version}`, { token }))
  const user = await openDesk(`/desk/announcements/${id}`, token)
  const region = await screen.findByRole('region', { name: en.announcements })
  expect(within(region).getByText(text)).toBeTruthy()
  // The preview has both languages, and says where it is shown.
  expect(await screen.findByText(records.announcements.places.staff)).toBeTruthy()
  const french = screen.getAllByText('Le back-office est fermé ce soir')
  expect(french.some((each) => each.closest('div[lang=fr]') !== null)).toBe(true)
  await user.click(within(region).getByRole('button', { name: en.dismiss_announcement }))
  await waitFor(() => expect(screen.queryByRole('region', { name: en.announcements })).toBeNull())
  await waitFor(async () => {
    const { items } = await send<{ items: unknown[] }>(base, 'GET', '/api/v1/announcements?place=desk', { token })
    expect(items).toEqual([])
  })
})

test('finds a message and takes it with a note', async () => {
  const email = `reader-${crypto.randomUUID()}@example.com`
  const body = { name: 'Awa Ndiaye', email, message: 'Where is my receipt?', took_ms: 5_000 }
  await send(base, 'POST', '/api/v1/leads/contact', { body })
  const user = await openDesk(`/desk/leads?search=${email}`, token)
  await openOnlyRow(user)
  await findTexts('Where is my receipt?')
  const { take } = records.leads.actions
  await user.click(await screen.findByRole('button', { name: take }))
  const dialog = await findDialog()
  await user.type(dialog.getByRole('textbox'), 'Sent it again')
  await user.click(dialog.getByRole('button', { name: take }))
  await findTexts(lists.leads.states.in_hand)
  await findTexts('Sent it again')
  const reply = await screen.findByRole('link', { name: records.leads.panel.reply })
  expect(reply.getAttribute('href')).toMatch(new RegExp(`^mailto:${email}`))
})

test('resolves a reported mistake', async () => {
  const { items } = await send<{ items: { slug: string }[] }>(
    base,
    'GET',
    '/api/v1/parks/front/parks/?country=CA&size=1',
  )
  const text = `The price is wrong ${suffix()}`
  await send(base, 'POST', `/api/v1/front/parks/${items[0]!.slug}/mistakes`, { body: { kind: 'price', text } })
  const user = await openDesk(`/desk/park-reports?search=${encodeURIComponent(text)}`, token)
  await openOnlyRow(user)
  const { actions, done } = records.park_reports
  await act(user, actions.resolve)
  const dialog = await findDialog()
  expect((await dialog.findAllByText('This field is required!')).length).toBeGreaterThan(0)
  await user.type(dialog.getByRole('textbox'), 'We corrected it')
  await user.click(dialog.getByRole('button', { name: actions.resolve }))
  expect(await screen.findByText(done.resolve)).toBeTruthy()
  expect(await screen.findByRole('button', { name: actions.reopen })).toBeTruthy()
})

test('drafts an event in both languages, publishes it and gives it a private code once', async () => {
  const user = await openDesk('/desk/events/new', token)
  const name = `Lantern night ${suffix()}`
  const { columns } = lists.events
  const { actions, fields } = records.events
  const fill = async (label: string | RegExp, value: string) =>
    setField(user, await screen.findByRole('textbox', { name: label }), value)
  const choose = async (label: string, value: string) =>
    setField(user, await screen.findByRole('combobox', { name: label }), value)
  const set = async (label: string, value: string) =>
    setField(user, (await screen.findAllByLabelText(labelled(label)))[0]!, value)
  await fill(new RegExp(`^${columns.name}(?! in)`), name)
  await fill(fields.name_fr, 'Nuit des lanternes')
  await fill(new RegExp(`^${fields.description}(?! in)`), 'Lanterns.')
  await fill(fields.description_fr, 'Des lanternes.')
  await choose(columns.kind, 'festival')
  await fill(columns.venue, 'Queens Quay')
  await fill(columns.city, 'Toronto')
  await choose(fields.country_code, 'CA')
  await fill(fields.lat, '43.64')
  await fill(fields.lng, '-79.38')
  await choose(columns.timezone, 'America/Toronto')
  await set(fields.doors_at, '2031-06-01T18:00')
  await set(columns.starts_at, '2031-06-01T19:00')
  await set(columns.ends_at, '2031-06-01T22:00')
  await choose(columns.cancellation, 'flexible')
  await user.click(screen.getByRole('button', { name: form.create }))
  expect(await screen.findByRole('heading', { name, level: 1 })).toBeTruthy()
  const { pathname } = window.location
  await user.click(await screen.findByRole('button', { name: actions.publish }))
  await findTexts(lists.events.states.published)
  await act(user, actions.reset_code)
  const code = /^[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}$/
  expect(await screen.findByText(code)).toBeTruthy()
  const again = await openDesk(pathname, token)
  expect(await screen.findByRole('heading', { name, level: 1 })).toBeTruthy()
  expect(screen.queryByText(code)).toBeNull()
  await again.click(await screen.findByRole('tab', { name: lists.event_parks.title }))
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(1))
})

test.runIf(isInTurn('two people who', 3))('two people who edit one page keep what each of them wrote', async () => {
  const { panel } = records.pages
  const path = '/api/v1/admin/pages/affiliates'
  const read = () => send<DeskPage>(base, 'GET', path, { token })
  // Other tests read the page too.
  onTestFinished(async () => {
    const { version, actions } = await read()
    if (actions.includes('discard')) await send(base, 'POST', `${path}/discard`, { token, body: { version } })
  })
  const user = await openDesk('/desk/pages/affiliates?tab=text', token)
  const title = createTranslate('en', { desk: en })('desk.records.pages.panel.text', { language: 'English' })
  const findText = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: title })
  const english = await findText()
  const mine = `${english.value}\nMine.\n`
  fireEvent.change(english, { target: { value: mine } })
  const { version, text_en, text_fr } = await read()
  const theirs = { version, text_en: `${text_en}\nTheirs.\n`, text_fr: `${text_fr}\nLeur.\n` }
  await send(base, 'PATCH', path, { token, body: theirs })
  await user.click(screen.getByRole('button', { name: panel.save }))
  // Who changed it and what; the language in which nothing was typed is theirs in the end.
  expect(await screen.findByText(panel.changed_text)).toBeTruthy()
  expect(screen.getByText(/^\w+ changed this meanwhile \(/)).toBeTruthy()
  const changesIn = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('insertion')
      .map(({ textContent }) => textContent)
  expect([changesIn('English'), changesIn('French')]).toEqual([['Theirs.'], ['Leur.']])
  expect((await findText()).value).toBe(mine)
  await user.click(screen.getByRole('button', { name: form.keep_mine }))
  await user.click(screen.getByRole('button', { name: panel.save }))
  expect(await screen.findByText(panel.saved)).toBeTruthy()
  const stored = await read()
  expect([stored.text_en, stored.text_fr]).toEqual([mine, theirs.text_fr])
})
