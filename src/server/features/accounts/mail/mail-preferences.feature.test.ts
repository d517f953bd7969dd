import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateMailPreferences, getMailPreferences, subscribeAgain, unsubscribe } from '#contract/accounts/account.ts'
import { createSmtpMailer } from '#server/providers/mail/smtp.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { partsOf, startSmtp } from '#test/kits/smtp-server.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { findMailPreferences } from './mail-preferences.ts'
import { sendQueuedMails } from './outbox.ts'
import { storeMails } from './store-mails.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('mails').execute())

/** A mail that may be done without; gives the link at its foot. */
const remind = async ({ user_id, email }: Driver, language: 'en' | 'fr' = 'en') => {
  await world.db.transaction().execute(async (tx) => {
    const { unsubscribe_url } = await findMailPreferences(tx, world.deps, user_id)
    const content = {
      title: 'Soon',
      base: 'https://parkwell.example',
      blocks: [{ kind: 'text' as const, text: 'It ends.' }],
      unsubscribe_url,
    }
    await storeMails(tx, [{ ...content, to: email, locale: language, subject: 'Soon' }], world.clock.now)
  })
  const [mail] = await mailsTo(world, email)
  return { mail: mail!, link: /http\S+\/unsubscribe\/\S+/.exec(mail!.text)![0] }
}
const readPreferences = async ({ token }: Driver) => (await world.call(getMailPreferences, { token })).body
const keyOf = (link: string) => link.split('/').at(-1)!
/** As a mail program presses its button. */
const press = (link: string, type = 'application/x-www-form-urlencoded', payload = 'List-Unsubscribe=One-Click') =>
  world.app.inject({ method: 'POST', url: new URL(link).pathname, headers: { 'content-type': type }, payload })

test('sends every kind of mail by default', async () => {
  const driver = await world.buildDriver()
  expect(await readPreferences(driver)).toEqual({ reminders: true, low_stock: true })
  const off = await world.call(updateMailPreferences, { token: driver.token, body: { reminders: false } })
  expect([off.status, off.body]).toEqual([200, { reminders: false, low_stock: true }])
  expect(await readPreferences(driver)).toEqual({ reminders: false, low_stock: true })
  expect(await readPreferences(await world.buildDriver())).toEqual({ reminders: true, low_stock: true })
})

test.each([
  [{}, 'reminders'],
  [{ reminders: 'no' }, 'reminders'],
  [{ reminders: false, receipts: false }, 'receipts'],
  [{ reminders: false, key: 'MINE' }, 'key'],
])('refused: %o', async (body, field) => {
  const driver = await world.buildDriver()
  const refused = await world.call(updateMailPreferences, { token: driver.token, body })
  expect([refused.status, refused.problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
  expect(await readPreferences(driver)).toEqual({ reminders: true, low_stock: true })
})

test('changes only the account’s own preferences', async () => {
  expect((await world.call(getMailPreferences)).status).toBe(401)
  expect((await world.call(updateMailPreferences, { body: { reminders: false } })).status).toBe(401)
})

test('links from a mail to a page that unsubscribes and resubscribes without a login, repeatedly', async () => {
  const driver = await world.buildDriver()
  const { mail, link } = await remind(driver)
  expect(mail.html).toContain(`href="${link}"`)
  expect(mail.text).toContain('Unsubscribe from reminders: http://127.0.0.1:3000/unsubscribe/')
  expect((await remind(driver, 'fr')).mail.text).toContain('Ne plus recevoir de rappels\u00a0: ')
  // Opening it changes nothing: whatever checks links in mails opens them all.
  const page = await world.app.inject({ url: new URL(link).pathname })
  expect(page.headers['content-type']).toContain('text/html')
  expect(await readPreferences(driver)).toEqual({ reminders: true, low_stock: true })
  const params = { key: keyOf(link) }
  for (const _ of [1, 2])
    expect((await world.call(unsubscribe, { params })).body).toEqual({
      reminders: false,

      low_stock: true,
    })
  expect(await readPreferences(driver)).toEqual({ reminders: false, low_stock: true })
  expect((await world.call(subscribeAgain, { params })).body).toEqual({
    reminders: true,

    low_stock: true,
  })
  expect(await readPreferences(driver)).toEqual({ reminders: true, low_stock: true })
  expect(link).toBe((await remind(driver)).link)
})

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
  ],
])('a mail program’s button: %s', async (type, payload) => {
  const driver = await world.buildDriver()
  const { link } = await remind(driver)
  expect((await press(link, type, payload)).statusCode).toBe(200)
  expect(await readPreferences(driver)).toEqual({ reminders: false, low_stock: true })
})

test('refuses unknown keys, malformed keys and bodies that are not forms', async () => {
  const driver = await world.buildDriver()
  const { link } = await remind(driver)
  const other = `http://127.0.0.1:3000/unsubscribe/${'A'.repeat(24)}`
  expect((await press(other)).statusCode).toBe(404)
  expect((await press(`${link}'--`)).statusCode).toBe(422)
  expect((await press(link, 'application/x-www-form-urlencoded', 'x'.repeat(5_000))).statusCode).toBe(413)
  expect((await press(link, 'text/xml', '<x/>')).statusCode).toBe(415)
  expect(await readPreferences(driver)).toEqual({ reminders: true, low_stock: true })
})

test('adds the headers of RFC 8058 to such a mail and to no other', async () => {
  const smtp = await startSmtp()
  const mailer = createSmtpMailer(smtp.url(), () => ({
    from: { name: 'Parkwell', address: 'no-reply@parkwell.example' },
  }))
  const driver = await world.buildDriver()
  const { link } = await remind(driver)
  await world.db.transaction().execute((tx) =>
    storeMails(
      tx,
      [
        {
          to: 'other@test.example',
          locale: 'en',
          base: 'https://parkwell.example',
          subject: 'Receipt',
          title: 'Receipt',
          blocks: [],
        },
      ],
      world.clock.now,
    ),
  )
  await sendQueuedMails({ ...world.deps, mailer })
  const headersTo = (to: string) =>
    partsOf(smtp.received.find((mail) => mail.to[0] === to)!.data).headers.replaceAll(/\r?\n\s+/g, ' ')
  expect(headersTo(driver.email)).toContain(`List-Unsubscribe: <${link}>`)
  expect(headersTo(driver.email)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(headersTo('other@test.example')).not.toContain('List-Unsubscribe')
  await mailer.close()
  await smtp.close()
})
