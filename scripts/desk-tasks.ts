import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { countryIds } from '#contract/geography.ts'
import { desk as words } from '#i18n/en/desk.ts'
import { pattern } from '#test/e2e/kit/catalogue.ts'
import { adminMember, send } from '#test/e2e/kit/drivers.ts'
import { waitUntilHydrated } from '#test/e2e/kit/fixtures.ts'
import { buildDeskRows } from './desk-rows.ts'
import { choose, press, setupTasks, toast, type Task } from './desk-setup-tasks.ts'
import { recordWalk } from './drive-shots.ts'

/**
 * Does jobs of staff as somebody new to the desk would, on a wide screen, and takes pictures on the way. Prints the table of
 * `docs/desk-screens.md`.
 */
export async function takeDeskTasks(browser: Browser, base: string, to: string): Promise<void> {
  const rows = await buildDeskRows(base)
  const { email: identifier, password } = adminMember
  const login = { body: { identifier, password } }
  const { access_token: token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', login)
  const done: string[] = []
  for (const [name, { path, role, prepare, run }] of Object.entries({ ...tasks, ...setupTasks })) {
    const prepared = (await prepare?.(base, rows)) ?? { id: '', name: '' }
    const own =
      role === undefined
        ? token
        : (await send<{ access_token: string }>(base, 'POST', '/api/v1/demo/desk', { body: { role } })).access_token
    const folder = join(to, 'desk-tasks', name.replaceAll(' ', '-'))
    const options = {
      baseURL: base,
      locale: 'en-CA',
      timezoneId: 'America/Toronto',
      viewport: { width: 1280, height: 800 },
      hasTouch: false,
      isMobile: false,
    }
    const counted = await recordWalk(browser, options, folder, async (page, onScreen) => {
      const selectedCountry = JSON.stringify({ id: countryIds.CA, code: 'CA', name: 'Canada' })
      // Elsewhere, the desk has the words of no country.
      const stored = { parkwell_user_token: own, ...(role === 'guard' && { selectedCountry }) }
      await page.addInitScript((values) => {
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
      }, stored)
      await page.goto(typeof path === 'string' ? path : path(rows))
      await waitUntilHydrated(page)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await run(page, onScreen, rows, prepared)
    })
    done.push(`| ${name} | ${counted} |`)
    console.log(done.at(-1))
  }
  console.log(['| job | presses | fields | seconds |', '| --- | --- | --- | --- |', ...done].join('\n'))
}

const { records, shop, palette, bulk } = words

const tasks: Record<string, Task> = {
  'find an order by phone': {
    path: '/desk',
    run: async (page, onScreen, { customer, order_number }) => {
      await press(page, new RegExp(`^${palette.title}`))
      await page.getByRole('dialog').getByRole('combobox').fill(customer.phone.slice(2))
      await page
        .getByRole('option', { name: new RegExp(order_number) })
        .first()
        .waitFor()
      await onScreen('hits')
      await page
        .getByRole('option', { name: new RegExp(order_number) })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: order_number }).waitFor()
      await onScreen('order')
    },
  },
  'refund a part of a booking': {
    path: ({ bookings }) => `/desk/bookings/${bookings.now}`,
    run: async (page, onScreen) => {
      await press(page, records.bookings.actions.refund)
      await choose(page, records.refund_dialog.cause, words.words.refund_causes.price_mistake)
      await page
        .getByRole('radio', { name: records.refund_dialog.part })
        .or(page.getByText(records.refund_dialog.part, { exact: true }))
        .first()
        .click()
      await page.getByRole('dialog').getByRole('textbox', { name: records.refund_dialog.amount, exact: true }).fill('2')
      const confirm = page.getByRole('dialog').getByRole('button', { name: /2\.00/ })
      await confirm.waitFor()
      await onScreen('amount')
      await confirm.click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await onScreen('done')
    },
  },
  'extend a booking': {
    path: ({ bookings }) => `/desk/bookings/${bookings.tomorrow}`,
    run: async (page, onScreen) => {
      await press(page, records.bookings.actions.extend)
      const ask = page.getByRole('dialog').getByRole('button', { name: pattern(records.times_dialog.ask) })
      await ask.waitFor()
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: records.times_dialog.reason })
        .fill('Meeting runs late')
      await onScreen('price')
      await ask.click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await onScreen('done')
    },
  },
  'change 50 prices and undo it': {
    path: '/desk/items?size=50',
    run: async (page, onScreen) => {
      await page.getByRole('checkbox', { name: bulk.select_page }).first().check()
      await onScreen('selected')
      await press(page, records.items.actions.change_many)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: records.items.fields.percent }).fill('5')
      await choose(page, records.items.fields.currency, 'CAD')
      await press(page, shop.bulk.preview)
      await dialog.getByRole('button', { name: pattern(shop.bulk.apply_other) }).waitFor()
      await onScreen('preview')
      await dialog.getByRole('button', { name: pattern(shop.bulk.apply_other) }).click()
      await dialog.getByRole('button', { name: shop.bulk.undo }).waitFor()
      await onScreen('changed')
      await dialog.getByRole('button', { name: shop.bulk.undo }).click()
      await toast(page, shop.bulk.undone)
    },
  },
  'take a document request': {
    path: '/desk',
    run: async (page, onScreen) => {
      await page.getByRole('link', { name: words.lists.documents.title }).first().click()
      await press(page, words.documents.queue.next)
      await page.waitForURL(/\/desk\/documents\/\w/)
      await onScreen('request')
    },
  },
}
