import { cleanup, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { deskRecords } from '#contract/desk/records.ts'
import { deskScreens } from '#contract/desk/screens.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { placeOrder } from '#test/e2e/shop/orders.ts'
import { logIn, openDesk } from '#test/kits/pages/desk-page-kit.ts'
import { base, goTo } from '#test/kits/pages/page-kit.tsx'
import { deskLabels } from '#test/rules/specification-labels.ts'

/*
 * Where each label of the specification's back office leads, and which permission opens it. Labels whose screens are for
 * customers (menu, cart, my orders and the like) are open to everybody and have tests of their own.
 */

/** A list or another screen of the menu, which has the permission. */
interface OfScreen {
  screen: (typeof deskScreens)[number]['name']
}
/** A tab of a record, by its list. */
interface OfTab {
  record: 'items' | 'branches' | 'customers'
  tab: string
}
/** A page with a title of its own; one that is `own` is open to whoever is signed in. */
interface OfPage {
  page: string
  title: RegExp
  own?: true
}

const { settings, lists, orders, profile } = en
const exactly = (title: string) => new RegExp(`^${title}$`)
const groupOf = (group: keyof typeof settings.groups): OfPage => ({
  page: `settings/${group}`,
  title: exactly(settings.groups[group].title),
})

const places: Readonly<Record<string, OfScreen | OfTab | OfPage>> = {
  Dashboard: { page: '', title: exactly(en.dashboard.title) },
  'Item Categories': { screen: 'item-categories' },
  'Item Attributes': { screen: 'item-attributes' },
  Items: { screen: 'items' },
  Variations: { record: 'items', tab: 'variations' },
  Extras: { record: 'items', tab: 'item_extras' },
  Addons: { record: 'items', tab: 'item_addons' },
  Sliders: { screen: 'sliders' },
  Branches: { screen: 'branches' },
  Offers: { screen: 'offers' },
  Coupons: { screen: 'coupons' },
  Pages: { screen: 'pages' },
  Customers: { screen: 'customers' },
  Employees: { screen: 'employees' },
  'Delivery Boys': { screen: 'delivery-boys' },
  Administrators: { screen: 'administrators' },
  Addresses: { record: 'customers', tab: 'addresses' },
  'Push Notifications': { screen: 'push-notifications' },
  Analytics: { screen: 'analytics' },
  'Role & Permissions': { screen: 'roles' },
  'Time Slots': { record: 'branches', tab: 'time_slots' },
  'Order Setup': { record: 'branches', tab: 'order_setups' },
  'Delivery Setup': { record: 'branches', tab: 'delivery_setups' },
  'Delivery Charge': { record: 'branches', tab: 'delivery_charges' },
  'Payment Gateway': { screen: 'payment-gateway' },
  'SMS Gateway': { screen: 'sms-gateway' },
  'Sales Report': { screen: 'reports/sales' },
  'Items Report': { screen: 'reports/items' },
  'Credit Balance Report': { screen: 'reports/credit-balance' },
  'Online Orders': { screen: 'online-orders' },
  'POS Orders': { screen: 'pos-orders' },
  Transactions: { screen: 'transactions' },
  'Order Receipt': { page: 'orders/{number}/receipt', title: new RegExp(`^${orders.tickets.receipt} `) },
  'Order Details': { page: 'orders/{number}', title: /^[A-Z0-9-]+$/ },
  Profile: { page: 'profile', title: exactly(profile.title), own: true },
  'Edit Profile': { page: 'profile/edit', title: exactly(profile.edit), own: true },
  'Change Password': { page: 'profile/password', title: exactly(profile.password), own: true },
  Messages: { screen: 'messages' },
  'Settings: company': groupOf('company'),
  'Settings: site': groupOf('site'),
  'Settings: theme': groupOf('theme'),
  'Settings: app': groupOf('app'),
  'Settings: cookies': groupOf('cookies'),
  'Settings: social media': groupOf('social'),
  'Settings: license': { page: 'settings/license', title: exactly(settings.license.title) },
  'Settings: mail': groupOf('mail'),
  'Settings: notification': groupOf('notification'),
  'Settings: OTP': groupOf('otp'),
  'Settings: currencies': { page: 'settings/currencies', title: exactly(lists.currencies.title) },
  'Settings: taxes': { page: 'settings/taxes', title: exactly(lists.taxes.title) },
  'Settings: languages': groupOf('languages'),
}

/** Labels whose screens are still to be built, with the addresses that they will have. */
const missing: Readonly<Record<string, string>> = {}

let admin: string
let guard: string
const ids: Record<string, string> = {}
beforeAll(async () => {
  admin = await logIn(adminMember)
  // Checks passes, and may open nothing of the desk.
  const answer = await send<{ access_token: string }>(base, 'POST', '/api/v1/demo/desk', { body: { role: 'guard' } })
  guard = answer.access_token
  for (const record of ['items', 'branches', 'customers']) {
    const { items } = await send<{ items: { id: string }[] }>(base, 'GET', `/api/v1/admin/${record}?size=10`, {
      token: admin,
    })
    ids[record] = items[0]!.id
  }
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 300 })
  ids['number'] = (await placeOrder(base, driver)).order_number
})

const addressOf = (place: OfScreen | OfTab | OfPage): string => {
  if ('screen' in place) return `/desk/${place.screen}`
  if ('tab' in place) return `/desk/${place.record}/${ids[place.record]}?tab=${place.tab}`
  return `/desk/${place.page.replace('{number}', ids['number']!)}`.replace(/\/$/, '')
}
const headingOf = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const described = Object.entries(places)
/** What needs a role. */
const closed = described.filter(([, place]) => !('page' in place) || place.own !== true)

test('every label of the back office has its screen here, or is still to be built', () => {
  expect([...Object.keys(places), ...Object.keys(missing)].toSorted()).toEqual([...deskLabels].toSorted())
})

test('the register has every screen and tab that is named here', () => {
  const records: Readonly<Record<string, { tabs?: object }>> = deskRecords
  const unknown = described.filter(([, place]) => {
    if ('screen' in place) return !deskScreens.some(({ name }) => name === place.screen)
    return 'tab' in place && !Object.keys(records[place.record]?.tabs ?? {}).includes(place.tab)
  })
  expect(unknown.map(([label]) => label)).toEqual([])
})

describe('a label', () => {
  test('opens its screen for a role that may', async () => {
    await openDesk('/desk', admin)
    for (const [label, place] of described) {
      await goTo(addressOf(place))
      if ('tab' in place) {
        const tab = await screen.findByRole('tab', { selected: true, name: tabName(place) })
        expect(tab, label).toBeTruthy()
      } else {
        const title = 'screen' in place ? exactly(titleOf(place.screen)) : place.title
        expect(await headingOf(title), label).toBeTruthy()
      }
      expect(screen.queryByRole('heading', { name: en.denied }), label).toBeNull()
    }
  }, 180_000)

  test('says 403 Access Denied! to a role that may not', async () => {
    await openDesk('/desk/audit', guard)
    for (const [label, place] of closed) {
      // From a page that they may open, so that each refusal is a new one.
      await goTo('/desk/profile')
      await headingOf(profile.title)
      await goTo(addressOf(place))
      expect(await headingOf('403 Access Denied!'), label).toBeTruthy()
    }
  }, 180_000)

  test('asks visitors to log in', async () => {
    cleanup()
    localStorage.clear()
    await openDesk('/desk', '')
    for (const [label, place] of described) {
      await goTo(addressOf(place))
      expect(await headingOf(en.signed_out), label).toBeTruthy()
    }
  })

  test('without a screen yet leads nowhere', async () => {
    await openDesk('/desk', admin)
    for (const [label, path] of Object.entries(missing)) {
      await goTo(`/desk/${path}`)
      expect(await headingOf('404 Page Not Found!'), label).toBeTruthy()
    }
  })
})

/** The title of a screen of the menu. */
function titleOf(name: OfScreen['screen']): string {
  // The page of the gateways is that of their settings.
  if (name === 'payment-gateway') return settings.groups.payments.title
  return lists[areaOf(name) as keyof typeof lists].title
}

/** What a tab is called: as the list that it shows, or by words of its own. */
function tabName({ record, tab }: OfTab): string {
  const { tabs } = en.records[record] as { tabs?: Record<string, string> }
  return tabs?.[tab] ?? lists[tab as keyof typeof lists].title
}
