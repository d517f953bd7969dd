import { createTransport } from 'nodemailer'
import { identity } from '#contract/settings/company.ts'
import { minute_ms } from '#contract/time.ts'
import { runInSpan } from '#server/trace.ts'
import type { Mail, Mailer } from './mailer.ts'
import type { Sender } from './sender.ts'

/** In milliseconds. Together shorter than the outbox's claim of five minutes, so that no mail is sent twice. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: minute_ms, dnsTimeout: 15_000 }

/** RFC 8058: mail programs show an unsubscribe button that sends a POST. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const calendarFile = (content: string) => ({
  filename: 'calendar.ics',
  content,
  contentType: `text/calendar; charset=utf-8; method=${/^METHOD:(\w+)/m.exec(content)?.[1] ?? 'PUBLISH'}`,
})

const inlineImage = ({ id, content }: NonNullable<Mail['image']>) => ({
  filename: 'pass.png',
  content,
  cid: id,
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
})

/** Sends through the SMTP server at `url` (`smtp://user:password@host:port` or `smtps:`) over pooled connections. */
export function createSmtpMailer(url: string, sender: () => Sender): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  })
  const { host } = new URL(url)
  return {
    send: async ({ id, to, subject, text, html, unsubscribe_url, calendar, file, image }) => {
      const attachments = [
        ...(image === undefined ? [] : [inlineImage(image)]),
        ...(calendar ? [calendarFile(calendar)] : []),
        ...(file === undefined ? [] : [{ filename: file.name, content: file.content }]),
      ]
      const message = {
        ...sender(),
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments,
        messageId: `<${id}@${identity.domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe_url ? oneClick(unsubscribe_url) : {}) },
      }
      await runInSpan({ name: 'send email', kind: 'client', facts: { 'server.address': host } }, () =>
        transport.sendMail(message),
      )
    },
    close: async () => transport.close(),
  }
}
