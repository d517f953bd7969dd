import { settings } from '#contract/settings/settings.ts'

/** Who emails are from, and where answers go. */
export interface Sender {
  from: { name: string; address: string }
  replyTo?: string
}

/** Reads a sender such as `Parkwell <no-reply@your.domain>`; its name is empty where none is given. */
export function parseSender(line: string): Sender['from'] {
  const [, name = '', address = line] = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(line) ?? []
  return { name, address: address.trim() }
}

/** The sender that the settings say now, or else this one, whose name is by default that of the company. */
export function readSender(usual: string): Sender {
  const { mail, company } = settings()
  const { name, address } = parseSender(usual)
  return {
    from: { name: mail.from_name ?? (name === '' ? company.name : name), address: mail.from_address ?? address },
    ...(mail.reply_to !== null && { replyTo: mail.reply_to }),
  }
}
