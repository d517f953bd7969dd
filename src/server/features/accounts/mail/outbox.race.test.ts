import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openServer, type Database } from '#server/database/connect.ts'
import { createSmtpMailer } from '#server/providers/mail/smtp.ts'
import { buildEmail } from '#test/kits/mailbox.ts'
import { startSmtp, type SmtpServer } from '#test/kits/smtp-server.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { sendQueuedMails } from './outbox.ts'
import { storeMails } from './store-mails.ts'

let world: World
let smtp: SmtpServer
const others: Database[] = []
beforeAll(async () => {
  world = await createWorld()
  smtp = await startSmtp()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  const url = inject('server_url').replace(/postgres$/, rows[0]!.name)
  for (let count = 0; count < 3; count += 1) others.push(await openServer(url, 4))
})
afterAll(async () => {
  for (const other of others) await other.close()
  await smtp.close()
  await world.close()
})

test('sends each of a hundred mails once from three processes', async () => {
  const emails = Array.from({ length: 100 }, buildEmail)
  await world.db.transaction().execute(async (tx) => {
    const content = { locale: 'en' as const, base: 'https://parkwell.example', subject: 'x', title: 'x', blocks: [] }
    await storeMails(
      tx,
      emails.map((to) => ({ to, ...content })),
      world.clock.now,
    )
  })
  const processes = others.map(({ db }) => ({
    ...world.deps,
    db,
    mailer: createSmtpMailer(smtp.url(), () => ({ from: { name: '', address: 'no-reply@parkwell.example' } })),
  }))
  const counts = await Promise.all(processes.map((deps) => sendQueuedMails(deps)))
  for (const { mailer } of processes) await mailer.close()
  expect(counts.reduce((total, count) => total + count, 0)).toBe(100)
  expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(emails.sort())
})
