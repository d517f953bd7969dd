import type { Page } from '@playwright/test'
import type { demoRoles } from '#contract/accounts/desk/demo.ts'
import { desk as words } from '#i18n/en/desk.ts'
import { guard } from '#i18n/en/guard.ts'
import { createTranslate } from '#i18n/translate.ts'
import { actAsStaff, buildQuote, payRequest } from '#test/e2e/documents/requests.ts'
import { pattern } from '#test/e2e/kit/catalogue.ts'
import { adminMember, buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { buildConfirmedAdmin } from '#test/e2e/kit/invitations.ts'
import type { DeskRows } from './desk-rows.ts'
import type { OnScreen } from './drive-shots.ts'

/* Jobs of setting up and of less frequent work, with what the others share. */

interface Prepared {
  id: string
  name: string
}

export interface Task {
  /** Where it begins. */
  path: string | ((rows: DeskRows) => string)
  /** Whoever of the demo does it; an admin without it. */
  role?: (typeof demoRoles)[number]
  /** Makes the record that it is about, before it is counted. */
  prepare?: (base: string, rows: DeskRows) => Promise<Prepared>
  run: (page: Page, onScreen: OnScreen, rows: DeskRows, prepared: Prepared) => Promise<void>
}

const { records, shop, lists } = words
const translate = createTranslate('en', { desk: words })
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).locator('visible=true').first().click()
export const toast = (page: Page, text: string) => page.getByText(pattern(text)).first().waitFor()
/** A choice from a list is one press. */
export const choose = async (page: Page, name: string, label: string | RegExp) => {
  const list = page.getByRole('combobox', { name, exact: true }).first()
  await list.click()
  const option = await list.locator('option').filter({ hasText: label }).first().textContent()
  await list.selectOption({ label: option! })
}

/** Opens a screen from the menu, whose groups may be folded. */
async function openFromMenu(page: Page, group: string, title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: words.menu })
  const link = menu.getByRole('link', { name: title })
  if (!(await link.first().isVisible())) await menu.getByRole('button', { name: group }).click()
  await link.first().click()
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const fill = (page: Page, name: string | RegExp, value: string) =>
  page.getByRole('main').getByRole('textbox', { name, exact: true }).first().fill(value)

/** What the jobs need besides the rows of the desk. */
async function withAdmin(base: string) {
  const token = await buildConfirmedAdmin(base)
  const read = <T>(path: string) => send<T>(base, 'GET', `/api/v1/admin/${path}`, { token })
  const write = <T>(method: 'POST' | 'PATCH' | 'PUT', path: string, body?: object) =>
    send<T>(base, method, `/api/v1/admin/${path}`, { token, ...(body && { body }) })
  return { token, read, write }
}
interface Rows<T> {
  items: T[]
}

/** A car park that customers could book, and that was closed because nothing says how to get in. */
async function closePark(base: string): Promise<{ id: string; name: string }> {
  const { read, write } = await withAdmin(base)
  const { items } = await read<Rows<{ id: string; name: string }>>('parks?state=bookable&country=US&size=25&sort=name')
  for (const { id, name } of items) {
    const { version, missing } = await read<{ version: number; missing: string[] }>(`parks/${id}`)
    if (missing.length !== 1 || missing[0] !== 'entrance') continue
    await write('PATCH', `parks/${id}`, { is_on_sale: false, version })
    return { id, name }
  }
  throw new Error('no car park lacks its entrance alone')
}

/** A request whose documents are at the agency. */
async function buildSubmitted(base: string): Promise<Prepared> {
  const driver = await buildDriver(base, { country_code: 'NG', language: 'en', top_up: 400_000 })
  const plate = `LSR-${Math.floor(100 + Math.random() * 900)}KJ`
  const quote = await buildQuote(base, driver, {
    state: 'LA',
    plate,
    kinds: ['proof_of_ownership'],
    handover: 'pickup',
  })
  await payRequest(base, driver, quote)
  await actAsStaff(base, quote, ['submit', { agency_receipt: 'LA-1' }])
  return { id: quote.id, name: plate }
}

/** The guard of the demo. */
const demoGuard = 'guard.demo@parkwell.example'
const file = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) })
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const setupTasks: Record<string, Task> = {
  'invite a colleague': {
    path: '/desk',
    run: async (page, onScreen) => {
      await openFromMenu(page, words.groups.people, words.entries.team)
      await heading(page, lists.employees.title)
      await page.getByRole('link', { name: lists.employees.create }).click()
      const { invite } = words.access
      await heading(page, invite.title)
      await fill(page, invite.email, `folake.${crypto.randomUUID().slice(0, 6)}@example.com`)
      await choose(page, words.access.person.role, 'Employee')
      await choose(page, words.access.person.where, words.words.scopes.branch)
      await choose(page, words.access.person.place, /Front Street/)
      await onScreen('form')
      await press(page, invite.send)
      // What changes roles asks for it again.
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words.reauth.password, { exact: true }).fill(adminMember.password)
      await dialog.getByRole('button', { name: words.reauth.confirm }).click()
      await heading(page, lists.invitations.title)
      await onScreen('sent')
    },
  },
  'set up what a car park lacks, and open it': {
    path: '/desk',
    prepare: closePark,
    run: async (page, onScreen, _rows, park) => {
      await press(page, new RegExp(`^${words.palette.title}`))
      await page.getByRole('dialog').getByRole('combobox').fill(park.name)
      await page.getByRole('option', { name: park.name }).first().click()
      await heading(page, park.name)
      const { checklist, entrances } = words.parks
      await page.getByRole('tab', { name: records.parks.tabs.checklist }).click()
      await page.getByText(checklist.not_ready).waitFor()
      await onScreen('checklist')
      await page.getByRole('link', { name: translate('desk.shop.checklist.set', { name: checklist.entrance }) }).click()
      await press(page, entrances.add)
      await press(page, entrances.save)
      await toast(page, entrances.saved)
      await page.getByRole('tab', { name: records.parks.tabs.checklist }).click()
      await press(page, checklist.open_button)
      await toast(page, checklist.opened)
      await onScreen('open')
    },
  },
  'add an item': {
    path: '/desk',
    run: async (page, onScreen) => {
      const { fields } = records.items
      await openFromMenu(page, words.groups.shop, lists.items.title)
      await page.getByRole('link', { name: lists.items.create }).click()
      await heading(page, lists.items.create)
      const name = `De-icer ${crypto.randomUUID().slice(0, 4)}`
      await fill(page, fields.name, name)
      await fill(page, fields.name_fr, `Dégivrant ${name.slice(-4)}`)
      const category = page.getByRole('main').getByRole('combobox', { name: fields.category_id })
      await category.fill('Accessories')
      await page
        .getByRole('option', { name: /Accessories/ })
        .first()
        .click()
      await choose(page, lists.items.columns.kind, words.words.item_kinds.good)
      await choose(page, lists.items.columns.tax_class, words.words.tax_classes.standard)
      await fill(page, fields.price_cad, '12.50')
      await onScreen('form')
      await press(page, words.form.create)
      await heading(page, name)
      await onScreen('item')
    },
  },
  'import items from a file': {
    path: '/desk',
    run: async (page, onScreen) => {
      await openFromMenu(page, words.groups.shop, lists.items.title)
      await page.getByRole('link', { name: lists.item_changes.title }).first().click()
      await heading(page, lists.item_changes.title)
      const names = ['Ice scraper', 'Window cleaner', 'Travel mug'].map(
        (name) => `${name} ${crypto.randomUUID().slice(0, 4)}`,
      )
      const lines = names.map((name) => `,,,${name},${name},Accessories,good,standard,,8.90,,`)
      const columns = 'item,variation,sku,name,name_fr,category,kind,tax_class,price_ngn,price_cad,price_usd,price_xof'
      await page
        .getByLabel(shop.bulk.choose)
        .setInputFiles(file('items.csv', 'text/csv', [columns, ...lines].join('\n')))
      const apply = page.getByRole('button', { name: pattern(shop.bulk.apply_other) })
      await apply.waitFor()
      await onScreen('preview')
      await apply.click()
      await page.getByText(shop.bulk.done_title).waitFor()
      await onScreen('stored')
    },
  },
  'find who changed a price': {
    path: '/desk',
    prepare: async (base) => {
      const { read, write } = await withAdmin(base)
      const { items } = await read<Rows<{ id: string; name: string }>>('items?search=Phone%20holder')
      const item = items[0]!
      const { version } = await read<{ version: number }>(`items/${item.id}`)
      const prices = [{ id: item.id, currency: 'CAD', amount: 20 + Math.floor(Math.random() * 9) }]
      await write('PUT', `items/${item.id}/prices`, { branch_id: null, prices, version })
      return item
    },
    run: async (page, onScreen, _rows, { name }) => {
      await openFromMenu(page, words.groups.system, lists.audit.title)
      await heading(page, lists.audit.title)
      await page.getByRole('searchbox').fill(name)
      await page.keyboard.press('Enter')
      await page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Awa' }).first().waitFor()
      await onScreen('entry')
    },
  },
  'replace an item in an order': {
    path: ({ order_number }) => `/desk/online-orders/${order_number}`,
    run: async (page, onScreen) => {
      const { phone, substitute, lines } = words.orders
      await page
        .getByRole('link', { name: new RegExp(`^${lines.replace}`) })
        .first()
        .click()
      await page.getByText(substitute.lead).waitFor()
      await page.getByLabel(phone.search_items).fill('Fruit salad')
      await page
        .getByRole('button', { name: new RegExp(`^${phone.choose}: Fruit salad`) })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(phone.note).waitFor()
      const variation = dialog.getByRole('radio').first()
      if ((await variation.count()) > 0) await variation.locator('xpath=ancestor::label').click()
      await dialog.getByRole('button', { name: phone.add_item }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const confirm = page.getByRole('button', { name: /^(Replace now|Replace and refund|Send payment link)/ }).last()
      await confirm.waitFor()
      await onScreen('chosen')
      await confirm.click()
      await page.getByText(substitute.lead).waitFor({ state: 'detached' })
      await onScreen('done')
    },
  },
  'enter the result of a document with its scan': {
    path: '/desk',
    prepare: buildSubmitted,
    run: async (page, onScreen, _rows, { id, name: plate }) => {
      const { actions, fields, done } = records.documents
      await openFromMenu(page, words.groups.documents, lists.documents.title)
      await heading(page, lists.documents.title)
      await page.getByRole('searchbox').fill(plate)
      await page.keyboard.press('Enter')
      await page.getByRole('main').locator(`a[href$="/documents/${id}"]`).first().click()
      await press(page, actions.result)
      const dialog = page.getByRole('dialog')
      await choose(page, fields.kind, words.words.fee_kinds.proof_of_ownership)
      await choose(page, fields.result, words.words.document_results.issued)
      await dialog.getByLabel(words.documents.result.scan).setInputFiles(file('scan.pdf', 'application/pdf', pdf))
      await dialog.getByRole('textbox', { name: fields.document_number }).fill('NG-482')
      await dialog.getByLabel(fields.issued_on).fill(day(-1))
      await dialog.getByLabel(fields.expires_on).fill(day(364))
      await onScreen('form')
      await dialog.getByRole('button', { name: actions.result, exact: true }).click()
      await toast(page, done.result)
      await onScreen('done')
    },
  },
  'check a plate that was typed wrong at the gate': {
    path: '/guard',
    role: 'guard',
    prepare: async (base, { customer, bookings }) => {
      const { token } = await withAdmin(base)
      const { plate, park } = await send<{ plate: string; park: { id: string; name: string } }>(
        base,
        'GET',
        `/api/v1/bookings/${bookings.now}`,
        { token: customer.token },
      )
      const body = { email: demoGuard }
      // Whoever is one already stays one.
      await send(base, 'POST', `/api/v1/admin/parks/${park.id}/guards`, { token, body }).catch(() => undefined)
      return { id: plate, name: park.name }
    },
    run: async (page, onScreen, _rows, { id: plate, name }) => {
      await page.getByLabel(guard.setup.name).fill('North gate')
      await press(page, guard.setup.submit)
      await page.getByRole('listitem').getByRole('button', { name }).click()
      await page.getByLabel(guard.search.label).waitFor()
      await onScreen('gate')
      await page.getByLabel(guard.search.label).fill(`${plate.slice(0, -1)}${plate.at(-1) === '8' ? 'B' : '8'}`)
      await press(page, guard.search.submit)
      await page.getByText(guard.search.none_but_similar).waitFor()
      await onScreen('similar')
      await page
        .getByRole('button', { name: new RegExp(plate) })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('heading').waitFor()
      await onScreen('verdict')
    },
  },
  'write and publish a post': {
    path: '/desk',
    run: async (page, onScreen) => {
      const { panel, fields } = records.pages
      await openFromMenu(page, words.groups.content, lists.pages.title)
      await page.getByRole('link', { name: lists.pages.create }).click()
      const title = `Parking at night ${crypto.randomUUID().slice(0, 4)}`
      await page.getByLabel(fields.title).fill(title)
      await page.getByLabel(fields.title_fr).fill(`Se garer la nuit ${title.slice(-4)}`)
      await press(page, words.form.create)
      await heading(page, title)
      for (const [language, tag] of [
        ['English', 'Rules'],
        ['French', 'Règles'],
      ] as const) {
        const text = page.getByRole('textbox', { name: translate('desk.records.pages.panel.text', { language }) })
        const sentence = `${title}: how to find a lit car park, and what to look at before you leave the car.`
        const draft = (await text.inputValue())
          .replace(/^description: .*$/m, `description: "${sentence} ${tag}"`)
          .replace(/^lead: .*$/m, `lead: "${sentence}"`)
          .replace('tags: []', `tags: [${tag}]`)
        await text.fill(`${draft}${sentence}\n`)
      }
      await page.getByText(panel.no_mistakes).waitFor()
      await onScreen('text')
      await press(page, panel.publish_unsaved)
      await page.getByRole('link', { name: panel.open_page }).waitFor()
      await onScreen('published')
    },
  },
}

const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n'
