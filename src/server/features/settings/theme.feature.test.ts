import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/settings/desk.ts'
import { maxLogo_bytes } from '#contract/settings/logos.ts'
import { importSettingsFile } from '#contract/settings/settings-file.ts'
import { buildPaidBooking, outcomeOf } from '#test/kits/bookings-kit.ts'
import { mailsTo, registerVerifiedUser } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { currentSettings } from './current.ts'
import { deleteUnusedLogos } from './logos.ts'

let world: World
let admin: Driver
beforeAll(async () => {
  world = await createWorld()
  admin = await world.buildDriver({ role: 'admin' })
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

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="80"><rect width="320" height="80" fill="#b3261e"/></svg>'
const upload = async (content: Buffer | string, token = admin.token) => {
  const form = new FormData()
  form.set('photo', new Blob([Uint8Array.from(Buffer.from(content))]), 'logo')
  const sent = new Response(form)
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/admin/settings/theme/logos',
    headers: { 'content-type': sent.headers.get('content-type')!, authorization: `Bearer ${token}` },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json<{ url: string; width: number; code?: string }>() }
}
const update = async (changed: object) => {
  const { token } = admin
  const { accent, logo, logo_dark, favicon, version } = (await world.call(contract.getThemeSettings, { token })).body
  const body = { accent, logo, logo_dark, favicon, version, ...changed }
  return world.call(contract.updateThemeSettings, { token, body })
}
const page = async () => (await world.app.inject({ url: '/about', headers: { cookie: 'country=CA' } })).body

test('an accent colours pages and emails, and one that cannot be read is refused with the nearest that can', async () => {
  const refused = await update({ accent: '#34c759' })
  expect(outcomeOf(refused)).toBe('422 validation_failed')
  const nearest = /#[0-9a-f]{6}/.exec(refused.problem.errors![0]!.message)![0]
  expect((await update({ accent: nearest.toUpperCase() })).status).toBe(200)
  expect(await page()).toContain(`<style>:root{--color-act:${nearest};`)
  expect((await update({ accent: '#123456' })).status).toBe(200)
  const { email } = await registerVerifiedUser(world)
  const [mail] = await mailsTo(world, email)
  expect(mail!.html).toContain('rgb(18,52,86)')
  // But for the code, no six digits stand in a row.
  expect(mail!.html.match(/\d{6}/g)!.every((digits) => mail!.text.includes(digits))).toBe(true)
  expect((await update({ accent: 'red' })).status).toBe(422)
  const file = { settings: { theme: { accent: '#34c759' } }, apply: false }
  const { changes } = (await world.call(importSettingsFile, { token: admin.token, body: file })).body
  expect(changes[0]!.problem).toContain(nearest)
  expect((await update({ accent: null })).status).toBe(200)
  expect(await page()).not.toContain('<style>:root{')
})

test('a logo is in pages, emails and documents, and the icon in head and manifest', async () => {
  const { status, body } = await upload(svg)
  expect([status, body.width]).toEqual([201, 320])
  expect(body.url).toMatch(/^\/brand\/320x80-[a-p]{16}\.svg$/)
  expect((await upload(svg)).body.url).toBe(body.url)
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const booking = await buildPaidBooking(world, driver, await world.buildPark())
  const receipt = async () =>
    (
      await world.app.inject({
        url: `/api/v1/bookings/${booking.booking_code}/receipt.pdf`,
        headers: { authorization: `Bearer ${driver.token}` },
      })
    ).rawPayload.toString('latin1')
  expect(await receipt()).not.toContain('/Subtype /Image')
  expect((await update({ logo: body.url, favicon: body.url })).status).toBe(200)
  const shown = await page()
  expect(shown).toContain(`src="${body.url}"`)
  expect(shown).toContain(`<link rel="icon" href="${body.url}"`)
  expect(shown).not.toContain('/favicon.svg')
  const png = body.url.replace('.svg', '.png')
  expect((await world.app.inject('/site.webmanifest')).json()).toMatchObject({ icons: [{ src: png }] })
  expect(await receipt()).toContain('/Subtype /Image')
  const { email } = await registerVerifiedUser(world)
  expect((await mailsTo(world, email))[0]!.html).toContain(png)
  const served = await world.app.inject(body.url)
  expect([served.statusCode, served.headers['content-type'], served.body]).toEqual([200, 'image/svg+xml', svg])
  expect(served.headers['content-security-policy']).toContain('sandbox')
  const drawn = await world.app.inject(png)
  expect((await sharp(drawn.rawPayload).metadata()).format).toBe('png')
})

test('a logo that was sent and never saved is deleted, and one that a setting had stays', async () => {
  const draw = (colour: string) => svg.replace('#b3261e', colour)
  const [used, never] = [(await upload(draw('#111111'))).body.url, (await upload(draw('#222222'))).body.url]
  await update({ logo: used })
  await update({ logo: null })
  world.clock.advance(23 * 60)
  await deleteUnusedLogos(world.deps)
  expect((await world.app.inject(never)).statusCode).toBe(200)
  world.clock.advance(61)
  await deleteUnusedLogos(world.deps)
  expect((await world.app.inject(never)).statusCode).toBe(404)
  expect((await world.app.inject(used)).statusCode).toBe(200)
})

test('nothing but drawings, PNG and WebP is taken, from nobody but who may change settings, and no address of elsewhere', async () => {
  for (const content of ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'GIF89a', '{}', ''])
    expect((await upload(content)).status).toBe(422)
  expect((await upload(Buffer.alloc(maxLogo_bytes + 300_000, 65))).status).toBe(413)
  const driver = await world.buildDriver()
  expect((await upload(svg, driver.token)).body.code).toBe('forbidden')
  for (const logo of [
    'https://elsewhere.example/logo.svg',
    '/brand/320x80-aaaaaaaaaaaaaaaa.svg',
    '/brand/../etc/passwd',
    '/api/v1/front/pictures/0',
  ])
    expect((await update({ logo })).status).toBe(422)
  for (const url of ['/brand/320x80-aaaaaaaaaaaaaaaa.svg', '/brand/nothing', '/brand/..%2f..%2fpackage.json'])
    expect((await world.app.inject(url)).statusCode).toBe(404)
})
