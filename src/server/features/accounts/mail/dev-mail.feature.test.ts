import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo, buildEmail } from '#test/kits/mailbox.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { storeMails } from './store-mails.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const queue = (to: string, subject: string) =>
  world.db.transaction().execute((tx) =>
    storeMails(
      tx,
      [
        {
          to,
          locale: 'en',
          base: 'https://parkwell.example',
          subject,
          title: subject,
          blocks: [{ kind: 'text', text: '</pre><script>1</script>"' }],
        },
      ],
      world.clock.now,
    ),
  )

test('lists the mails of an address as JSON, newest first', async () => {
  const email = buildEmail()
  await queue(email, 'First')
  await queue(email, 'Second')
  world.clock.advance(1)
  await queue(email, 'Third')
  await queue(buildEmail(), 'Somebody else’s')
  const mails = await mailsTo(world, email.toUpperCase())
  expect(mails.map(({ subject }) => subject)).toEqual(['Third', 'Second', 'First'])
  expect(mails[0]).toEqual({
    to: email,
    subject: 'Third',
    text: expect.stringContaining('Third') as string,
    html: expect.stringContaining('<!doctype html>') as string,
    date: world.clock.now.toISOString(),
  })
  const all = await world.app.inject('/dev/mail.json')
  expect(all.json<unknown[]>().length).toBeGreaterThanOrEqual(4)
})

test('shows them on a page where no script of a mail can run', async () => {
  const email = buildEmail()
  await queue(email, '<script>alert(1)</script>')
  const answer = await world.app.inject({ url: '/dev/mail', query: { to: email } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/)
  expect(answer.body).not.toMatch(/<script/)
  expect(answer.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(answer.body).toMatch(
    /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"[^>]* srcdoc="&lt;!doctype/,
  )
  expect(answer.body.match(/<article>/g)?.length).toBe(1)
})

test('shows the page in the reader’s language, also without mails', async () => {
  const answer = await world.app.inject({
    url: '/dev/mail?to="><script>x</script>',
    headers: { 'accept-language': 'fr' },
  })
  expect(answer.body).toContain('Aucun e-mail pour l’instant.')
  expect(answer.body).toContain('<html lang="fr">')
  expect(answer.body).not.toMatch(/<script/)
})

test('returns 404 in production and where mails are sent', async () => {
  const elsewhere = await createWorld({ settings: { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'x@y.example' } })
  try {
    for (const url of ['/dev/mail', '/dev/mail.json']) expect((await elsewhere.app.inject(url)).statusCode).toBe(404)
  } finally {
    await elsewhere.close()
  }
})
