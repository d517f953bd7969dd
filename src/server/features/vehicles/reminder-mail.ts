import type { CountryCode, Language } from '#contract/places.ts'
import type { MailBlock } from '#server/features/accounts/mail/queue-mail.ts'
import { translate } from '#server/translate.ts'
import type { DuePaper } from './reminders.ts'
import { daysBetween } from './rules.ts'

type Reading = { language: Language; country_code: CountryCode; day: string; base: string }

/** Each paper by its plate, with the day on which it ends; the soonest gives the mail its name. */
export function reminderContent(papers: readonly DuePaper[], { language, country_code, day, base }: Reading) {
  const say = (key: string, params: Record<string, string | number> = {}) =>
    translate(language, `reminders.${key}`, params)
  const first = papers[0]!
  const named = {
    paper: translate(language, `vehicles.papers.${first.kind}`),
    plate: first.plate,
    when: inDays(daysBetween(day, first.expires_on), language),
  }
  const blocks: MailBlock[] = [
    { kind: 'text', text: say('intro') },
    {
      kind: 'facts',
      rows: papers.map(({ plate, kind, expires_on }) => [
        `${plate} · ${translate(language, `vehicles.papers.${kind}`)}`,
        dayText(expires_on, language),
      ]),
    },
    ...(country_code === 'NG'
      ? [{ kind: 'button' as const, label: say('renew'), url: `${base}/vehicle-docs-renewal` }]
      : []),
    { kind: 'note', text: say('renewed', { url: `${base}/profile` }) },
  ]
  return { subject: say(papers.length === 1 ? 'subject' : 'subject_more', named), title: say('title'), blocks }
}

const inDays = (days: number, language: Language) =>
  new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')

const dayText = (day: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(day))
