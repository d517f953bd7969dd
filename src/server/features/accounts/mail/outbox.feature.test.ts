import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { register } from '#contract/accounts/auth.ts'
import type { Deps } from '#server/deps.ts'
import { createOutboxOnlyMailer } from '#server/providers/mail/create-mailer.ts'
import { createSmtpMailer } from '#server/providers/mail/smtp.ts'
import { mailsTo, buildEmail, newestCode, buildRegistration } from '#test/kits/mailbox.ts'
import { partsOf, startSmtp, type SmtpServer } from '#test/kits/smtp-server.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { sendQueuedMails } from './outbox.ts'
import { storeMails } from './store-mails.ts'

let world: World
let smtp: SmtpServer
let deps: Deps
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('mails').execute()
  smtp = await startSmtp()
  deps = {
    ...world.deps,
    mailer: createSmtpMailer(smtp.url(), () => ({ from: { name: 'Parkwell', address: 'no-reply@parkwell.example' } })),
  }
})
afterEach(async () => {
  await deps.mailer.close()
  await smtp.close()
})

const queue = (to: string) =>
  world.db.transaction().execute((tx) =>
    storeMails(
      tx,
      [
        {
          to,
          locale: 'en',
          base: 'https://parkwell.example',
          subject: 'Your\r\nbooking',
          title: 'Booked',
          blocks: [{ kind: 'text', text: 'See you.' }],
        },
      ],
      world.clock.now,
    ),
  )
const rowOf = (to: string) =>
  world.db.selectFrom('mails').selectAll().where('to_address', '=', to).executeTakeFirstOrThrow()

test('sends a mail once through a real mail server and then deletes it', async () => {
  const email = buildEmail()
  await world.call(register, { body: buildRegistration(email, { language: 'fr' }) })
  const code = await newestCode(world, email)
  expect(await sendQueuedMails(deps)).toBe(1)
  expect(await sendQueuedMails(deps)).toBe(0)
  expect(smtp.received.map(({ to }) => to)).toEqual([[email]])
  const { headers, parts } = partsOf(smtp.received[0]!.data)
  expect(headers).toContain('Subject: =?UTF-8?Q?Votre_code_de_v=C3=A9rification?=')
  expect(parts['text/plain']!.match(/\d{6}/g)).toEqual([code])
  expect(parts['text/html']).toContain(code)
  const row = await rowOf(email)
  expect(row).toMatchObject({ text: '', html: '', attempts: 1, last_error: null })
  expect(row.sent_at?.getTime()).toBe(world.clock.now.getTime())
})

test('never sends a mail whose transaction fails', async () => {
  const failing = world.db.transaction().execute(async (tx) => {
    await storeMails(
      tx,
      [{ to: buildEmail(), locale: 'en', base: 'https://parkwell.example', subject: 'x', title: 'x', blocks: [] }],
      world.clock.now,
    )
    throw new Error('changed our mind')
  })
  await expect(failing).rejects.toThrow('changed our mind')
  expect(await sendQueuedMails(deps)).toBe(0)
})

test('keeps a subject on one line', async () => {
  const email = buildEmail()
  await queue(email)
  expect((await rowOf(email)).subject).toBe('Your booking')
})

describe('a mail server that refuses', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  })

  test('is retried at growing intervals until it accepts the mail', async () => {
    const email = buildEmail()
    await queue(email)
    smtp.answer.line = '451 not now'
    expect(await sendQueuedMails(deps)).toBe(0)
    expect(await rowOf(email)).toMatchObject({ attempts: 1, sent_at: null })
    expect((await rowOf(email)).last_error).toContain('451 not now')
    world.clock.advance(0.4)
    await sendQueuedMails(deps)
    expect((await rowOf(email)).attempts).toBe(1)
    world.clock.advance(0.1)
    await sendQueuedMails(deps)
    expect((await rowOf(email)).attempts).toBe(2)
    smtp.answer.line = '250 taken'
    world.clock.advance(0.5)
    expect(await sendQueuedMails(deps)).toBe(0)
    world.clock.advance(0.5)
    expect(await sendQueuedMails(deps)).toBe(1)
    expect(smtp.received.length).toBe(1)
    expect(await rowOf(email)).toMatchObject({ attempts: 3, last_error: null })
  })

  test('is no longer retried after a day', async () => {
    const email = buildEmail()
    await queue(email)
    smtp.answer.line = '550 never'
    for (let hour = 0; hour < 30; hour += 1) {
      await sendQueuedMails(deps)
      world.clock.advance(60)
    }
    expect((await rowOf(email)).attempts).toBe(24)
    smtp.answer.line = '250 taken'
    expect(await sendQueuedMails(deps)).toBe(0)
  })

  test('does not block the other mails', async () => {
    const emails = Array.from({ length: 8 }, buildEmail)
    for (const email of emails) await queue(email)
    const refusing = emails[0]!
    const picky: Deps = {
      ...deps,
      mailer: {
        close: async () => undefined,
        send: (mail) => (mail.to === refusing ? Promise.reject(new Error('550 unknown')) : deps.mailer.send(mail)),
      },
    }
    expect(await sendQueuedMails(picky)).toBe(7)
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(emails.slice(1).sort())
  })
})

test('releases the claim of a crashed process after five minutes', async () => {
  const email = buildEmail()
  await queue(email)
  let release = () => {}
  const stuck: Deps = {
    ...deps,
    mailer: { close: async () => undefined, send: () => new Promise((resolve) => (release = resolve)) },
  }
  const first = sendQueuedMails(stuck)
  await expect.poll(async () => (await rowOf(email)).attempts).toBe(1)
  expect(await sendQueuedMails(deps)).toBe(0)
  world.clock.advance(5)
  expect(await sendQueuedMails(deps)).toBe(1)
  release()
  await first
})

test('sends each mail once from two concurrent processes', async () => {
  const emails = Array.from({ length: 24 }, buildEmail)
  for (const email of emails) await queue(email)
  const counts = await Promise.all([sendQueuedMails(deps), sendQueuedMails(deps)])
  expect(counts[0]! + counts[1]!).toBe(24)
  expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(emails.sort())
})

test('sends nothing in development and keeps the contents in the outbox', async () => {
  const email = buildEmail()
  await queue(email)
  expect(await sendQueuedMails({ ...deps, mailer: createOutboxOnlyMailer() })).toBe(1)
  expect(smtp.received).toEqual([])
  expect((await mailsTo(world, email))[0]!.text).toContain('See you.')
})
