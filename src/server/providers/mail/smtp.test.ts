import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { partsOf, startSmtp, type SmtpServer } from '#test/kits/smtp-server.ts'
import { createMailer } from './create-mailer.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp.ts'

let server: SmtpServer
let mailer: Mailer
beforeEach(async () => {
  server = await startSmtp()
  mailer = createSmtpMailer(server.url('user:pass%20word'), () => ({
    from: { name: 'Parkwell', address: 'no-reply@parkwell.example' },
  }))
})
afterEach(async () => {
  await mailer.close()
  await server.close()
})

const mail = {
  id: '0190f5c4-0000-7000-8000-000000000001',
  to: 'amina@test.example',
  subject: 'Votre code — ₦ é œ',
  text: 'Bonjour,\n.\nle code : 042917\n',
  html: '<p>Été <b>042917</b></p>',
}

test('delivers the text and the HTML part with a message id', async () => {
  await mailer.send(mail)
  const [received, ...more] = server.received
  expect(more).toEqual([])
  expect(received).toMatchObject({
    from: 'no-reply@parkwell.example',
    to: ['amina@test.example'],
    login: 'user pass word',
  })
  const { headers, parts } = partsOf(received!.data)
  expect(headers).toContain('multipart/alternative')
  expect(headers).toContain('Message-ID: <0190f5c4-0000-7000-8000-000000000001@parkwell.example>')
  expect(headers).toContain('Auto-Submitted: auto-generated')
  expect(headers).toMatch(/^From: Parkwell <no-reply@parkwell\.example>/m)
  expect(headers).toMatch(/^To: amina@test\.example/m)
  expect(parts['text/plain']).toContain('le code : 042917')
  expect(parts['text/html']).toContain('<p>Été <b>042917</b></p>')
})

test('prevents header injection', async () => {
  await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@test.example' })
  expect(server.received[0]!.to).toEqual(['amina@test.example'])
  expect(partsOf(server.received[0]!.data).headers).not.toMatch(/^Bcc:/m)
})

test('rejects with the server’s reason when a mail is refused', async () => {
  server.answer.line = '451 try again later'
  await expect(mailer.send(mail)).rejects.toThrow('451 try again later')
  server.answer.line = '250 taken'
  await mailer.send(mail)
  expect(server.received.length).toBe(1)
})

test('rejects when the mail server is unreachable', async () => {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const alone = createSmtpMailer(`smtp://127.0.0.1:${port}`, () => ({ from: { name: '', address: 'a@b.example' } }))
  await expect(alone.send(mail)).rejects.toThrow(/ECONNREFUSED/)
  await alone.close()
})

test('keeps mails in the outbox when no SMTP server is configured', async () => {
  const { readConfig } = await import('#server/config.ts')
  const memoryMailer = await createMailer(readConfig({ NODE_ENV: 'test' }))
  expect(memoryMailer.keeps).toBe(true)
  await memoryMailer.send(mail)
  const real = await createMailer(readConfig({ NODE_ENV: 'test', SMTP_URL: server.url(), MAIL_FROM: 'x@y.example' }))
  await real.send(mail)
  await real.close()
  expect(server.received.map(({ from }) => from)).toEqual(['x@y.example'])
})
