import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/settings/desk.ts'
import { tryPaymentGateway, type PaymentGateway } from '#contract/settings/payment-gateways.ts'
import * as sentences from '#contract/settings/sentences.ts'
import * as settingsFile from '#contract/settings/settings-file.ts'
import { defaultSettings, settings } from '#contract/settings/settings.ts'
import { addFunds, getGateway } from '#contract/wallet/wallet.ts'
import { mails } from '#i18n/en/emails/mails.ts'
import { errors } from '#i18n/en/errors.ts'
import { first as front } from '#i18n/en/first.ts'
import { first as frontFr } from '#i18n/fr/first.ts'
import { createApp } from '#server/app.ts'
import { buildPaidBooking, fieldsOf, outcomeOf } from '#test/kits/bookings-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { currentSettings, readEnvironment } from './current.ts'
import { settingsJobs } from './routes.ts'

let world: WalletWorld
let admin: Driver
beforeAll(async () => {
  world = await createWalletWorld()
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

const token = () => admin.token
const readCompany = async () => (await world.call(contract.getCompanySettings, { token: token() })).body
const updateCompany = async (changed: object, version?: number) => {
  const { id: _id, title: _title, actions: _actions, sources: _sources, ...values } = await readCompany()
  const body = { ...values, ...changed, ...(version !== undefined && { version }) }
  return world.call(contract.updateCompanySettings, { token: token(), body })
}
const page = async (path = '/about') =>
  (await world.app.inject({ url: path, headers: { cookie: 'country=CA; language=en' } })).body

describe('a group of settings', () => {
  test('begins with its defaults, and shows where each value comes from', async () => {
    const before = await readCompany()
    expect(before).toMatchObject({ ...defaultSettings.company, version: 0, sources: { name: 'default' } })
    const changed = await updateCompany({ name: 'Garewell', ca_gst: '123456789 RT0001' })
    expect(changed.body).toMatchObject({
      name: 'Garewell',
      version: 1,
      sources: { name: 'desk', legal_name: 'default' },
    })
    const { groups } = (await world.call(contract.listSettingGroups, { token: token() })).body
    expect(groups.find(({ group }) => group === 'company')).toMatchObject({ changed: 2, at: expect.any(String) })
  })

  test('is true in pages, the manifest and emails at once, and at another server after its job', async () => {
    const before = await page()
    expect(before).toContain('Parkwell')
    await updateCompany({ name: 'Garewell' })
    expect(settings().company.name).toBe('Garewell')
    const after = await page()
    expect(after).toMatch(/<title>[^<]*Garewell/)
    expect(after).toContain('<meta property="og:site_name" content="Garewell" />')
    expect(after).not.toMatch(/<title>[^<]*Parkwell/)
    expect((await world.app.inject('/site.webmanifest')).json()).toMatchObject({ name: 'Garewell' })
    // As another server stores it.
    const value = JSON.stringify({ version: 2, values: { name: 'Parkline' } })
    await world.db.updateTable('settings').set({ value }).where('key', '=', 'site_settings.company').execute()
    await settingsJobs[0]!.run(world.deps as never)
    expect(await page()).toMatch(/<title>[^<]*Parkline/)
  })

  test('takes a value that equals the default as not set', async () => {
    await updateCompany({ name: 'Garewell' })
    const back = await updateCompany({ name: 'Parkwell' })
    expect((back.body.sources as Record<string, string>)['name']).toBe('default')
    expect(await world.call(settingsFile.getSettingsFile, { token: token() })).toMatchObject({ body: { settings: {} } })
  })

  test('is refused when somebody else has changed it meanwhile', async () => {
    await updateCompany({ name: 'Garewell' })
    expect(outcomeOf(await updateCompany({ name: 'Other' }, 0))).toBe('409 changed_meanwhile')
    expect((await readCompany()).name).toBe('Garewell')
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(31) }, 'name'],
    [{ website: 'http://parking.example' }, 'website'],
    [{ us_ein: '123' }, 'us_ein'],
    [{ lat: 91, lng: 0 }, 'lat'],
    [{ lat: 6.5 }, 'lng'],
    [{ email: 'nobody' }, 'email'],
  ])('refuses %o', async (wrong, field) => {
    const refused = await updateCompany(wrong)
    expect([refused.status, fieldsOf(refused)]).toEqual([422, [field]])
  })

  test('is read by nobody without the permission, and changed only after the password', async () => {
    const driver = await world.buildDriver()
    for (const [endpoint, input] of [
      [contract.listSettingGroups, {}],
      [contract.getMailSettings, {}],
      [settingsFile.getSettingsFile, {}],
      [contract.listSettingChanges, { params: { group: 'company' } }],
    ] as const)
      expect(
        ((await world.call(endpoint as never, { ...input, token: driver.token } as never)) as { status: number })
          .status,
      ).toBe(403)
    await world.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0), created_at: new Date(0) })
      .where('user_id', '=', admin.user_id)
      .execute()
    expect(outcomeOf(await updateCompany({ name: 'Garewell' }))).toMatch(/reauth_required/)
  })
})

describe('languages', () => {
  const update = async (changed: object) => {
    const { body } = await world.call(contract.getLanguageSettings, { token: token() })
    const { default_language, language_switch, en, fr, version } = body
    return world.call(contract.updateLanguageSettings, {
      token: token(),
      body: { default_language, language_switch, en, fr, version, ...changed },
    })
  }
  const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })
  const languageOfPage = ({ body }: { body: string }) => /<html lang="(\w+)"/.exec(body)?.[1]

  test('that are not offered are nowhere: no page, link, address or email has them', async () => {
    const before = await get('/about?lang=fr')
    expect([languageOfPage(before), before.body.includes('hreflang="fr"')]).toEqual(['fr', true])
    const off = await update({ fr: false })
    expect(
      (off.body.offered as sentences.LanguageFacts[]).map(({ language, is_offered }) => [language, is_offered]),
    ).toEqual([
      ['en', true],
      ['fr', false],
    ])
    const moved = await get('/events?lang=fr&country=CA')
    expect([moved.statusCode, moved.headers['location']]).toEqual([302, '/events?country=CA'])
    const page = await get('/about', { cookie: 'language=fr', 'accept-language': 'fr-CA' })
    expect(languageOfPage(page)).toBe('en')
    expect(/hreflang="fr"|lang=fr|og:locale:alternate/.exec(page.body)).toBeNull()
    expect(page.body.includes(`aria-label="${front.shell.language.label}"`)).toBe(false)
    expect((await get('/sitemaps/pages.xml')).body.includes('lang=fr')).toBe(false)
    const problem = await get('/api/v1/nothing', { 'accept-language': 'fr' })
    expect(problem.json<{ message: string }>().message).toBe(errors.not_found)
    await world.db.updateTable('users').set({ language: 'fr' }).where('id', '=', admin.user_id).execute()
    const { sent_to } = (
      await world.call(contract.sendTestMail, { token: token(), headers: { 'accept-language': 'fr' } })
    ).body
    const [mail] = await mailsTo(world, sent_to)
    expect(mail!.subject).toBe(mails.test.subject.replace('{{brand}}', 'Parkwell'))
  })

  test('the default one has the plain addresses, and readers who ask for no other', async () => {
    await update({ default_language: 'fr' })
    const plain = await get('/about')
    expect(languageOfPage(plain)).toBe('fr')
    for (const link of [
      'canonical" href="[^"?]*/about"',
      'hreflang="en" href="[^"]*/about\\?lang=en"',
      'hreflang="x-default" href="[^"?]*/about"',
    ])
      expect([link, new RegExp(link).test(plain.body)]).toEqual([link, true])
    expect(languageOfPage(await get('/about', { 'accept-language': 'de, en;q=0.5' }))).toBe('en')
    expect(languageOfPage(await get('/about?lang=en'))).toBe('en')
  })

  test('the default one is offered, and the switch can be hidden', async () => {
    const refused = await update({ en: false })
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ['default_language']])
    const hasSwitch = async () => (await get('/about')).body.includes(`aria-label="${front.shell.language.label}"`)
    expect(await hasSwitch()).toBe(true)
    await update({ language_switch: false })
    expect(await hasSwitch()).toBe(false)
  })
})

describe('texts', () => {
  const read = async (query: object = {}) =>
    (await world.call(sentences.listSentences, { token: token(), query: query as never })).body
  const update = async (key: string, text: string | null, more: object = {}) =>
    world.call(sentences.updateSentence, {
      token: token(),
      body: { key, language: 'en', text, version: (await read()).version, ...more },
    })

  test('are found by words of any language and by key, with both languages beside each other', async () => {
    const byWords = await read({ search: 'LANGUES ET PAYS'.slice(0, 6) })
    expect(byWords.total).toBeGreaterThan(0)
    const { items } = await read({ search: 'shell.language.label' })
    expect(items[0]).toEqual({
      key: 'shell.language.label',
      texts: [
        { language: 'en', original: front.shell.language.label, own: null },
        { language: 'fr', original: frontFr.shell.language.label, own: null },
      ],
    })
    expect((await read({ only: 'changed' })).total).toBe(0)
  })

  test('are changed in pages, answers and emails, and escaped there', async () => {
    await update('shell.language.label', 'Tongue & <b')
    expect((await get('/about')).includes('aria-label="Tongue &amp; &lt;b"')).toBe(true)
    await update('errors.not_found', 'Nothing at all here.')
    expect((await world.app.inject('/api/v1/nothing')).json()).toMatchObject({ message: 'Nothing at all here.' })
    await update('mails.test.subject', 'Hello from {{brand}}')
    const { sent_to } = (await world.call(contract.sendTestMail, { token: token() })).body
    const received = await mailsTo(world, sent_to)
    expect(received.some(({ subject }) => subject === 'Hello from Parkwell')).toBe(true)
    // What pages do not show stays on the server.
    const state = /id="page-state">(.*?)<\/script>/s.exec(await get('/about'))![1]!
    expect((JSON.parse(state) as { settings: object }).settings).toEqual({
      sentences: { 'en.shell.language.label': 'Tongue & <b', 'en.errors.not_found': 'Nothing at all here.' },
    })
    expect((await read({ only: 'changed' })).total).toBe(3)
    await update('shell.language.label', front.shell.language.label)
    expect((await get('/about')).includes('Tongue')).toBe(false)
  })

  test('keep their values and marks', async () => {
    const refusalOf = async (key: string, text: string) => {
      const { status, body } = (await update(key, text)) as { status: number; body: object }
      return [status, (body as { message: string }).message]
    }
    expect(await refusalOf('shell.language.change', 'Language')).toEqual([422, expect.stringContaining('{{language}}')])
    expect(await refusalOf('shell.language.change', '{{language}} {{name}}')).toEqual([
      422,
      expect.stringContaining('{{name}}'),
    ])
    expect(await refusalOf('shell.language.change', '{{language}} {{ name')).toEqual([
      422,
      expect.stringContaining('two braces'),
    ])
    expect(await refusalOf('shell.language.label', '<b>Language</b>')).toEqual([422, expect.stringContaining('<b>')])
    expect((await refusalOf('shell.language.nothing', 'Language'))[0]).toBe(422)
    expect((await refusalOf('shell.language.label', 'x'.repeat(1001)))[0]).toBe(422)
    expect((await read({ only: 'changed' })).total).toBe(0)
  })

  test('are put back by one call, and taken from a file', async () => {
    world.clock.advance(1)
    await update('shell.language.label', 'Tongue')
    world.clock.advance(1)
    await update('shell.language.label', 'Speech')
    expect((await update('shell.language.label', 'Late', { version: 0 })).status).toBe(409)
    const { items } = (
      await world.call(contract.listSettingChanges, { params: { group: 'sentences' }, token: token() })
    ).body
    expect(items[0]).toMatchObject({ field: 'en.shell.language.label', before: 'Tongue', after: 'Speech' })
    const restore = async (more: object) =>
      world.call(contract.restoreSetting, {
        params: { group: 'sentences' },
        body: { field: 'en.shell.language.label', version: (await read()).version, ...more },
        token: token(),
      })
    await restore({ entry: items[0]!.entry })
    expect((await get('/about')).includes('aria-label="Tongue"')).toBe(true)
    const stored = (await world.call(settingsFile.getSettingsFile, { token: token() })).body.settings
    expect(stored).toEqual({ sentences: { 'en.shell.language.label': 'Tongue' } })
    await restore({})
    expect((await read({ only: 'changed' })).total).toBe(0)
    const take = async (given: Record<string, unknown>) =>
      (
        await world.call(settingsFile.importSettingsFile, {
          token: token(),
          body: { settings: { sentences: given }, apply: true },
        })
      ).body
    const wrong = await take({ 'en.shell.language.label': 'Speech', 'en.shell.language.change': 'x', 'xx.y': 'z' })
    expect([wrong.applied, wrong.changes.filter(({ problem }) => problem !== null).length]).toEqual([false, 2])
    expect((await take({ 'en.shell.language.label': 'Speech' })).applied).toBe(true)
    expect((await get('/about')).includes('aria-label="Speech"')).toBe(true)
  })

  const get = async (url: string) =>
    (await world.app.inject({ url, headers: { cookie: 'country=CA; language=en' } })).body
})

describe('earlier values', () => {
  test('are listed with who set them, and put back by one call', async () => {
    world.clock.advance(1)
    await updateCompany({ name: 'Garewell' })
    world.clock.advance(1)
    await updateCompany({ name: 'Parkline' })
    const { items } = (await world.call(contract.listSettingChanges, { params: { group: 'company' }, token: token() }))
      .body
    expect(items.slice(0, 2).map(({ field, before, after }) => [field, before, after])).toEqual([
      ['name', 'Garewell', 'Parkline'],
      ['name', 'Parkwell', 'Garewell'],
    ])
    const restore = (entry: string | undefined, version: number) =>
      world.call(contract.restoreSetting, {
        params: { group: 'company' },
        body: { field: 'name', version, ...(entry !== undefined && { entry }) },
        token: token(),
      })
    expect(outcomeOf(await restore(items[0]!.entry, 0))).toBe('409 changed_meanwhile')
    expect((await restore(items[0]!.entry, 2)).body).toEqual({ version: 3 })
    expect((await readCompany()).name).toBe('Garewell')
    await restore(undefined, 3)
    expect(await readCompany()).toMatchObject({ name: 'Parkwell', sources: { name: 'default' } })
  })
})

describe('the file of all settings', () => {
  const send = (given: object, apply: boolean) =>
    world.call(settingsFile.importSettingsFile, { token: token(), body: { settings: given as never, apply } })

  test('is compared, then taken by a second installation whole or not at all', async () => {
    await updateCompany({ name: 'Garewell', city: 'Lagos' })
    const { settings: saved } = (await world.call(settingsFile.getSettingsFile, { token: token() })).body
    expect(saved).toEqual({ company: { name: 'Garewell', city: 'Lagos' } })
    await world.db.deleteFrom('settings').where('key', 'like', 'site_settings.%').execute()
    const compared = (await send(saved, false)).body
    expect([compared.applied, compared.changes.map(({ field }) => field).toSorted()]).toEqual([false, ['city', 'name']])
    expect((await readCompany()).name).toBe('Parkwell')
    const wrong = (await send({ company: { name: 'Garewell', us_ein: 'x', nonsense: 1 } }, true)).body
    expect([wrong.applied, wrong.changes.filter(({ problem }) => problem !== null).map(({ field }) => field)]).toEqual([
      false,
      ['us_ein', 'nonsense'],
    ])
    expect((await send(saved, true)).body.applied).toBe(true)
    expect(await readCompany()).toMatchObject({ name: 'Garewell', city: 'Lagos' })
    expect((await send(saved, true)).body).toEqual({ changes: [], applied: false })
    expect((await send({ unknown: {} }, true)).status).toBe(422)
  })
})

describe('the site', () => {
  test('shows its notice above every page in the reader’s language until it is closed, and its copyright line', async () => {
    const { body } = await world.call(contract.getSiteSettings, { token: token() })
    const names = Object.keys(contract.settingShapes.site) as (keyof typeof contract.settingShapes.site)[]
    const given = Object.fromEntries([...names, 'version' as const].map((name) => [name, body[name]]))
    const notice = {
      maintenance_en: 'Payments pause tonight from 2 to 3.',
      maintenance_fr: 'Paiements suspendus cette nuit.',
    }
    const changed = await world.call(contract.updateSiteSettings, {
      token: token(),
      body: { ...given, ...notice, copyright: '© 2026 Garewell Ltd' } as never,
    })
    expect(changed.status).toBe(200)
    const shown = await page()
    expect(shown).toContain(notice.maintenance_en)
    expect(shown).toContain('© 2026 Garewell Ltd')
    const french = await world.app.inject({ url: '/about', headers: { cookie: 'country=CA; language=fr' } })
    expect(french.body).toContain(notice.maintenance_fr)
    const id = /maintenance-[0-9a-f]{12}/.exec(shown)![0]
    const closed = await world.app.inject({
      url: '/about',
      headers: { cookie: `country=CA; language=en; closed_announcements=${id}` },
    })
    const visible = ({ body: html }: { body: string }) =>
      html.replace(/<script type="application\/json".*?<\/script>/gs, '')
    expect(visible(closed)).not.toContain(notice.maintenance_en)
    expect(visible(await world.app.inject('/desk'))).not.toContain(notice.maintenance_en)
  })

  test('names the company in its linked data and at the end of receipts', async () => {
    await updateCompany({
      legal_name: 'Garewell Ltd',
      phone: '+14165550100',
      city: 'Toronto',
      country: 'CA',
      ca_gst: '123456789 RT0001',
      invoice_note_en: 'Thank you for parking with us.',
    })
    expect(await page()).toMatch(/"legalName":"Garewell Ltd"/)
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const booking = await buildPaidBooking(world, driver, await world.buildPark())
    const receipt = await world.app.inject({
      url: `/api/v1/bookings/${booking.booking_code}/receipt.pdf`,
      headers: { authorization: `Bearer ${driver.token}`, 'accept-language': 'en' },
    })
    const lines = readPdf(receipt.rawPayload).lines.map((line) => line.replaceAll('\u00a0', ' '))
    expect(lines).toEqual(
      expect.arrayContaining([
        'Issued by',
        'Garewell Ltd',
        'GST/HST 123456789 RT0001',
        'Thank you for parking with us.',
      ]),
    )
  })
})

describe('payment gateways', () => {
  const read = async () => (await world.call(contract.getPaymentSettings, { token: token() })).body
  const update = async (changed: object) => {
    const { ng, ca, sn, us, sn_fallback, version } = await read()
    const body = { ng, ca, sn, us, sn_fallback, version, ...changed }
    return world.call(contract.updatePaymentSettings, { token: token(), body })
  }

  test('are shown by country with their mode and their keys masked', async () => {
    const keys = {
      PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
      STRIPE_SECRET_KEY: 'sk_test_fedcba9876543210',
      STRIPE_PUBLIC_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_hidden',
    }
    const app = await createApp({ ...world.deps, config: { ...world.deps.config, simulators: false, ...keys } })
    const answer = await app.inject({
      url: '/api/v1/admin/settings/payments',
      headers: { authorization: `Bearer ${token()}` },
    })
    await app.close()
    const { gateways } = answer.json<{ gateways: PaymentGateway[] }>()
    expect(
      gateways.map(({ country, provider, place, mode, secret_ends }) => [country, provider, place, mode, secret_ends]),
    ).toEqual([
      ['NG', 'paystack', 'first', 'live', 'cdef'],
      ['CA', 'stripe', 'first', 'sandbox', '3210'],
      ['SN', 'wave', 'first', 'none', null],
      ['SN', 'paystack', 'fallback', 'live', 'cdef'],
      ['US', 'stripe', 'first', 'sandbox', '3210'],
    ])
    for (const secret of ['0123456789', 'fedcba98', 'whsec_hidden']) expect(answer.body).not.toContain(secret)
  })

  test('refuse new top-ups of a country that is switched off, and say so before', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const gatewayOf = async (country: string) => (await world.call(getGateway, { query: { country } })).body
    const before = await gatewayOf('CA')
    expect(before.mode).not.toBe('closed')
    expect((await update({ ca: false })).status).toBe(200)
    expect((await gatewayOf('CA')).mode).toBe('closed')
    expect((await gatewayOf('US')).mode).toBe(before.mode)
    const refused = await world.call(addFunds, { token: driver.token, body: { amount: 20 } })
    expect(outcomeOf(refused)).toMatch(/provider_unavailable/)
    expect((await update({ ca: true })).status).toBe(200)
    expect((await gatewayOf('CA')).mode).toBe(before.mode)
  })

  test('are changed and tried by those with the permission alone', async () => {
    const employee = await world.buildDriver({ role: 'staff' })
    const { ng, ca, sn, us, sn_fallback, version } = await read()
    const body = { ng: false, ca, sn, us, sn_fallback, version }
    expect(ng).toBe(true)
    expect((await world.call(contract.updatePaymentSettings, { token: employee.token, body })).status).toBe(403)
    const params = { provider: 'stripe' as const }
    expect((await world.call(tryPaymentGateway, { token: employee.token, params })).status).toBe(403)
    expect((await world.call(tryPaymentGateway, { token: token(), params })).body.result).toBe('works')
    // Whoever may change settings alone has no way round, by an earlier value or by a file.
    const administrator = await world.buildDriver({ role: 'administrator' })
    await world.db
      .updateTable('sessions')
      .set({ confirmed_at: world.clock.now })
      .where('user_id', '=', administrator.user_id)
      .execute()
    const restored = { params: { group: 'payments' as const }, body: { field: 'ng', version } }
    const file = { body: { settings: { payments: { ng: false } }, apply: true } }
    for (const refused of [
      await world.call(contract.restoreSetting, { ...restored, token: administrator.token }),
      await world.call(settingsFile.importSettingsFile, { ...file, token: administrator.token }),
    ])
      expect(outcomeOf(refused)).toBe('403 forbidden')
    expect((await read()).ng).toBe(true)
  })
})

describe('mail', () => {
  test('takes its sender from the environment until the desk sets another', async () => {
    expect(readEnvironment({ MAIL_FROM: 'Parkwell <no-reply@parkwell.example>' })).toEqual({
      mail: { from_name: 'Parkwell', from_address: 'no-reply@parkwell.example' },
    })
    expect(readEnvironment({ MAIL_FROM: 'a@b.example' })).toEqual({ mail: { from_address: 'a@b.example' } })
    expect(readEnvironment({ MAIL_FROM: undefined })).toEqual({})
  })

  test('shows how emails are sent without the password, and sends one to whoever asks', async () => {
    const deps = {
      ...world.deps,
      config: { ...world.deps.config, SMTP_URL: 'smtp://us%40er:secret@mail.example:2525' },
    }
    const app = await createApp(deps)
    const headers = { authorization: `Bearer ${token()}` }
    const read = await app.inject({ url: '/api/v1/admin/settings/mail', headers })
    expect(read.json()).toMatchObject({
      transport: 'smtp',
      host: 'mail.example',
      port: 2525,
      user: 'us@er',
      has_password: true,
    })
    expect(read.body).not.toContain('secret')
    await app.close()
    const sent = await world.call(contract.sendTestMail, { token: token() })
    expect(sent.body).toEqual({ sent_to: admin.email })
    const mails = await world.db.selectFrom('mails').select('subject').where('to_address', '=', admin.email).execute()
    expect(mails.map(({ subject }) => subject)).toContain('Test email from Parkwell')
  })
})
