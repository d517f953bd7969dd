import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { logInWithEmail, requestEmailLogin, requestPasswordReset, resetPassword } from '#contract/accounts/auth.ts'
import type { Branch } from '#contract/branches/desk/branches.ts'
import { addCartLine, getCart } from '#contract/cart/cart.ts'
import { getItem, listBranches } from '#contract/catalogue/marketplace.ts'
import type { countryCodes } from '#contract/geography.ts'
import * as contract from '#contract/settings/desk.ts'
import { getLicense } from '#contract/settings/license.ts'
import { importSettingsFile } from '#contract/settings/settings-file.ts'
import { getSupportedRelease } from '#contract/system.ts'
import { addFunds, createPaymentIntent, getGateway } from '#contract/wallet/wallet.ts'
import { version } from '#server/version.ts'
import { buildPaidBooking, outcomeOf } from '#test/kits/bookings-kit.ts'
import { goodPassword, mailsTo, newestCode, registerVerifiedUser, wrongCode } from '#test/kits/mailbox.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { currentSettings } from './current.ts'

let world: World
let admin: Driver
let toronto: Branch
let lagos: Branch
beforeAll(async () => {
  world = await createWorld({ settings: { RATE_LIMITS: 'on' } })
  admin = await world.buildDriver({ role: 'admin' })
  toronto = await buildBranch(world, admin.token, { name: 'Toronto', country_code: 'CA' })
  lagos = await buildBranch(world, admin.token, { name: 'Lagos', country_code: 'NG' })
  await buildItem(world, { slug: 'blades', prices: { CAD: 1_299n, NGN: 500_000n } })
})
afterAll(() => world.close())
beforeEach(() =>
  world.db
    .updateTable('sessions')
    .set({ confirmed_at: world.clock.now })
    .where('user_id', '=', admin.user_id)
    .execute(),
)
afterEach(async () => {
  await world.db.deleteFrom('settings').where('key', 'like', 'site_settings.%').execute()
  await currentSettings(world.db).refresh()
})

/** What the form of the site sends: its fields and the version. */
async function readSite() {
  const { body } = await world.call(contract.getSiteSettings, { token: admin.token })
  const names = Object.keys(contract.settingShapes.site) as (keyof typeof contract.settingShapes.site)[]
  return { ...Object.fromEntries(names.map((name) => [name, body[name]])), version: body.version }
}
const sendSite = async (changed: object, { token } = admin) =>
  world.call(contract.updateSiteSettings, { token, body: { ...(await readSite()), ...changed } as never })
const updateSite = async (changed: object) => expect(outcomeOf(await sendSite(changed))).toBe('200')
/** Whether the header or the footer of a page leads to an address. */
const linksTo = async (country: (typeof countryCodes)[number], path: string) =>
  (await world.app.inject({ url: '/about', headers: { cookie: `country=${country}; language=en` } })).body.includes(
    `href="${path}"`,
  )

test('a marketplace that is off shows and sells nothing in its country, and everything in the others', async () => {
  const read = (branch: Branch) => world.call(getItem, { params: { id: 'blades' }, query: { branch: branch.slug } })
  const { id: item_id } = (await read(lagos)).body
  const add = (branch: Branch) =>
    world.call(addCartLine, { token: admin.token, body: { branch: branch.slug, item_id, quantity: 1 } as never })
  expect((await add(lagos)).status).toBeLessThan(300)
  await updateSite({ marketplace_ng: false })
  const open = (await world.call(listBranches, {})).body.items.map(({ slug }) => slug)
  expect(open).toContain(toronto.slug)
  expect(open).not.toContain(lagos.slug)
  expect(outcomeOf(await read(lagos))).toBe('404 branch_not_found')
  expect((await read(toronto)).status).toBe(200)
  expect(outcomeOf(await add(lagos))).toBe('404 branch_not_found')
  // What is in a cart stays there for the day on which it is on again.
  expect((await world.call(getCart, { token: admin.token })).status).toBe(200)
  expect(await linksTo('NG', '/marketplace')).toBe(false)
  expect(await linksTo('CA', '/marketplace')).toBe(true)
  await updateSite({ marketplace_ng: true })
  expect((await read(lagos)).status).toBe(200)
  expect(await linksTo('NG', '/marketplace')).toBe(true)
})

test('the marketplace of a country opens with its default branch, and with the first one where there is none', async () => {
  const ottawa = await buildBranch(world, admin.token, { name: 'Zed Street', country_code: 'CA' })
  const listOf = async (query: object) => (await world.call(listBranches, { query })).body.items.map(({ slug }) => slug)
  const before = await listOf({ country: 'CA' })
  expect(before.indexOf(toronto.slug)).toBeLessThan(before.indexOf(ottawa.slug))
  await updateSite({ branch_ca: ottawa.slug })
  expect((await listOf({ country: 'CA' }))[0]).toBe(ottawa.slug)
  expect((await listOf({ country: 'CA' })).slice(1)).toEqual(before.filter((slug) => slug !== ottawa.slug))
  // Those of another country, and those that do not exist, are refused: by the form, and by a file before it is taken.
  for (const branch_ca of [lagos.slug, 'nowhere']) {
    const { status, problem } = await sendSite({ branch_ca })
    expect([status, problem.errors?.map(({ field }) => field)]).toEqual([422, ['branch_ca']])
    const file = { settings: { site: { branch_ca } }, apply: true }
    const { changes, applied } = (await world.call(importSettingsFile, { token: admin.token, body: file })).body
    expect([applied, changes.map(({ field, problem: why }) => [field, why !== null])]).toEqual([
      false,
      [['branch_ca', true]],
    ])
  }
  await updateSite({ branch_ca: null })
  expect(await listOf({ country: 'CA' })).toEqual(before)
})

test('while online payment is off nothing is paid to a provider in any country, and balances are spent as before', async () => {
  const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
  const { token } = driver
  const modes = () =>
    Promise.all(
      (['NG', 'CA', 'SN', 'US'] as const).map(
        async (country) => (await world.call(getGateway, { query: { country } })).body.mode,
      ),
    )
  const before = await modes()
  await updateSite({ online_payment: false })
  expect(await modes()).toEqual(['closed', 'closed', 'closed', 'closed'])
  const started = await world.call(addFunds, { token, body: { amount: 20 } })
  const byCard = await world.call(createPaymentIntent, { token, body: { amount: 20, currency: 'CAD' } })
  expect([outcomeOf(started), outcomeOf(byCard)]).toEqual(['502 provider_unavailable', '502 provider_unavailable'])
  expect(await world.db.selectFrom('top_ups').select('id').where('user_id', '=', driver.user_id).execute()).toEqual([])
  expect((await world.call(contract.getPaymentSettings, { token: admin.token })).body.is_open).toBe(false)
  const booking = await buildPaidBooking(world, driver, await world.buildPark())
  expect(booking.booking_code).toBeTruthy()
  await updateSite({ online_payment: true })
  expect(await modes()).toEqual(before)
})

test('online payment is switched only by those who may change gateways, in whichever way', async () => {
  const administrator = await world.buildDriver({ role: 'administrator' })
  const confirmed = { confirmed_at: world.clock.now }
  await world.db.updateTable('sessions').set(confirmed).where('user_id', '=', administrator.user_id).execute()
  const { token } = administrator
  expect(outcomeOf(await sendSite({ online_payment: false }, administrator))).toBe('403 forbidden')
  const file = { settings: { site: { online_payment: false } }, apply: true }
  expect(outcomeOf(await world.call(importSettingsFile, { token, body: file }))).toBe('403 forbidden')
  // Other settings of the site are changed, also while it is off.
  await updateSite({ online_payment: false })
  const { version } = await readSite()
  const back = { params: { group: 'site' as const }, body: { field: 'online_payment', version } }
  expect(outcomeOf(await world.call(contract.restoreSetting, { ...back, token }))).toBe('403 forbidden')
  expect(outcomeOf(await sendSite({ copyright: '© Garewell' }, administrator))).toBe('200')
  expect((await world.call(contract.getSiteSettings, { token })).body).toMatchObject({
    online_payment: false,
    copyright: '© Garewell',
  })
})

test('the notice about cookies is shown where it is switched on, until it is closed, and leads to what is stored', async () => {
  const { token } = admin
  const { version } = (await world.call(contract.getCookieSettings, { token })).body
  const read = async (cookie = 'country=CA; language=fr') =>
    (await world.app.inject({ url: '/about', headers: { cookie } })).body
  expect(await read()).not.toContain('data-announcement="cookies-')
  const body = { cookie_notice: true, cookie_text_en: null, cookie_text_fr: null, version }
  expect((await world.call(contract.updateCookieSettings, { token, body })).status).toBe(200)
  const shown = await read()
  expect(shown).toContain('Aucun traceur.')
  expect(shown).toContain('href="/privacy-policy#device"')
  const id = /cookies-[0-9a-f]{12}/.exec(shown)![0]
  expect(await read(`country=CA; language=fr; closed_announcements=${id}`)).not.toContain('Aucun traceur.</a>')
})

test('pages of releases before the oldest supported one read what to do, and no later one than this can be demanded', async () => {
  const { token } = admin
  const names = Object.keys(contract.settingShapes.app) as (keyof typeof contract.settingShapes.app)[]
  const send = async (changed: object) => {
    const { body } = await world.call(contract.getAppSettings, { token })
    const own = Object.fromEntries([...names, 'version' as const].map((name) => [name, body[name]]))
    return world.call(contract.updateAppSettings, { token, body: { ...own, ...changed } as never })
  }
  const read = async (language: 'en' | 'fr') =>
    (await world.call(getSupportedRelease, { headers: { 'accept-language': language } })).body
  expect(await read('en')).toEqual({ oldest_version: null, notice: null })
  const page = (await world.app.inject('/about')).body
  expect(page).toContain(`"version":"${version}"`)
  for (const oldest_version of ['1.4', 'next', '999.0.0']) {
    const { status, problem } = await send({ oldest_version })
    expect([status, problem.errors?.map(({ field }) => field)]).toEqual([422, ['oldest_version']])
  }
  expect((await send({ oldest_version: version, update_en: 'Please reload.', update_fr: null })).status).toBe(200)
  expect(await read('en')).toEqual({ oldest_version: version, notice: 'Please reload.' })
  expect(await read('fr')).toEqual({ oldest_version: version, notice: 'Please reload.' })
  expect((await send({ update_fr: 'Veuillez recharger.' })).status).toBe(200)
  expect((await read('fr')).notice).toBe('Veuillez recharger.')
})

test('the license says what runs, to whoever may see settings', async () => {
  const { body } = await world.call(getLicense, { token: admin.token })
  expect(body.libraries.find(({ name }) => name === 'fastify')).toMatchObject({ license: 'MIT' })
  const { token } = await world.buildDriver()
  expect(outcomeOf(await world.call(getLicense, { token }))).toBe('403 forbidden')
})

test('a code works as long, as often and as soon again as the settings say', async () => {
  const { token } = admin
  const { body: before } = await world.call(contract.getOtpSettings, { token })
  const update = (changed: object) =>
    world.call(contract.updateOtpSettings, {
      token,
      body: {
        channel: before.channel,
        code_minutes: 3,
        code_tries: 3,
        resend_seconds: 120,
        version: before.version,
        ...changed,
      },
    })
  for (const [wrong, field] of [
    [{ code_minutes: 61 }, 'code_minutes'],
    [{ code_tries: 2 }, 'code_tries'],
    [{ resend_seconds: 29 }, 'resend_seconds'],
    [{ code_minutes: 2.5 }, 'code_minutes'],
  ] as const) {
    const { status, problem } = await update(wrong)
    expect([status, problem.errors?.map(({ field: named }) => named)]).toEqual([422, [field]])
  }
  expect((await update({})).status).toBe(200)
  const { email } = await registerVerifiedUser(world)
  const ask = () => world.call(requestPasswordReset, { body: { email } })
  const enter = (code: string) => world.call(resetPassword, { body: { email, code, password: goodPassword } })
  const count = async () => (await mailsTo(world, email)).length
  await ask()
  expect((await mailsTo(world, email))[0]!.html).toContain('expires in 3 minutes')
  const sent = await count()
  world.clock.advance(1)
  await ask()
  expect(await count()).toBe(sent)
  world.clock.advance(1)
  await ask()
  expect(await count()).toBe(sent + 1)
  const code = await newestCode(world, email)
  for (let wrong = 0; wrong < 3; wrong += 1) expect(outcomeOf(await enter(wrongCode(code)))).toMatch(/invalid_code/)
  expect(outcomeOf(await enter(code))).toMatch(/code_expired/)
  world.clock.advance(2)
  await ask()
  const next = await newestCode(world, email)
  world.clock.advance(3)
  expect(outcomeOf(await enter(next))).toMatch(/code_expired/)
})

test('where guests cannot order, a code opens no account, and nobody learns on the page who has one', async () => {
  const ask = (email: string) => world.call(requestEmailLogin, { body: { email, language: 'en', accept_terms: true } })
  const known = await registerVerifiedUser(world)
  const stranger = 'nobody-yet@drivers.example'
  expect((await ask('before@drivers.example')).status).toBe(202)
  const early = await newestCode(world, 'before@drivers.example')
  const titleOfGuests = async () =>
    /<title>([^<]*)/.exec((await world.app.inject({ url: '/guest', headers: { cookie: 'language=en' } })).body)?.[1]
  expect(await titleOfGuests()).toBe('Continue as a guest | Parkwell')
  await updateSite({ guest_orders: false })
  expect(await titleOfGuests()).toBe('Log in with a code | Parkwell')
  const answers = [await ask(known.email), await ask(stranger)].map(({ status, body }) => ({
    status,
    names: Object.keys(body),
  }))
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]!.status).toBe(202)
  const mails = await mailsTo(world, stranger)
  expect(mails.map(({ subject }) => subject)).toEqual(['There’s no account with this address'])
  expect(mails[0]!.text).toContain('/register')
  const enter = (email: string, code: string) => world.call(logInWithEmail, { body: { email, code } })
  expect((await enter(known.email, await newestCode(world, known.email))).status).toBe(200)
  // A code from before opens none either.
  expect(outcomeOf(await enter('before@drivers.example', early))).toBe('403 guests_off')
  await updateSite({ guest_orders: true })
  world.clock.advance(2)
  expect((await ask(stranger)).status).toBe(202)
  expect((await enter(stranger, await newestCode(world, stranger))).body.is_new_user).toBe(true)
})
