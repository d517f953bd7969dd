import { sql } from 'kysely'
import type { Language } from '#contract/places/places.ts'
import { smsGatewayList, smsMessageList } from '#contract/sms/desk.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import type { SmsProviderName } from '#server/providers/sms/provider.ts'
import { dayStart } from './rules.ts'

/** The providers of this process by its database, for lists, which read nothing but that; the newest for a standby. */
const ofDatabases = new WeakMap<Db, Deps['sms']>()
let newest: Deps['sms'] = {}
export function rememberProviders({ db, sms }: Pick<Deps, 'db' | 'sms'>): void {
  ofDatabases.set(db, sms)
  newest = sms
}

/** Whether messages reach phones; `none` where this server has no key of the provider. */
export const findMode = (
  providers: Deps['sms'],
  { provider, sender }: { provider: SmsProviderName; sender: string | null },
): 'live' | 'sandbox' | 'none' => providers[provider]?.modeOf(sender) ?? 'none'

/** The minor units of amounts in millionths, rounded up: 10,000 in a hundredth, a million in a whole unit. */
const minorOfMicro = sql`case g.currency when 'XOF' then 1000000 else 10000 end`

/** The name of a country in the reader's language, for the four of ours; else its code. */
const nameOf = (language: Language) =>
  sql<string>`coalesce((select ${language === 'fr' ? sql`c.name_fr` : sql`c.name`} from countries c where c.code = g.country), g.country)`

const gatewaySource = ({
  language,
  now,
  db,
}: {
  language: Language
  now: Date
  db: Db
}): ListSource<typeof smsGatewayList> => {
  const since = dayStart(now)
  const providers = ofDatabases.get(db) ?? newest
  return {
    from: sql`sms_gateways g left join lateral (
      select coalesce(sum(m.counted_micro) filter (where m.counted_currency = g.currency), 0) as cost_micro,
        count(*) filter (where m.state in ('sent', 'delivered')) as sent,
        count(*) filter (where m.state in ('failed', 'lost', 'refused')) as failed
      from sms_messages m where m.country = g.country and m.created_at >= ${since}) t on true`,
    id: sql<string>`g.country`,
    columns: {
      country: nameOf(language),
      provider: sql`g.provider`,
      sender: sql`g.sender`,
      mode: sql`g.provider || ' ' || coalesce(g.sender, '')`,
      daily_maximum: { minor: sql`g.daily_maximum_minor`, currency: sql<string>`g.currency` },
      cost_today: { minor: sql`ceil(t.cost_micro / ${minorOfMicro})::bigint`, currency: sql<string>`g.currency` },
      sent_today: sql`t.sent::int`,
      failed_today: sql`t.failed::int`,
      last_response: sql`g.last_response`,
      last_response_at: sql`g.last_response_at`,
    },
    derived: {
      mode: (value) => {
        const [provider, sender = ''] = String(value).split(/ (.*)/s)
        return findMode(providers, { provider: provider as SmsProviderName, sender: sender === '' ? null : sender })
      },
    },
    filters: { provider: (name) => sql<boolean>`g.provider = ${name}` },
    state: sql<string>`case when g.is_active then 'active' else 'inactive' end`,
    search: (text) => ({
      exact: sql<boolean>`g.country = upper(${text})`,
      matches: sql<boolean>`(g.country = upper(${text}) or ${hasWords([nameOf(language)], text)})`,
    }),
    scope: 'everywhere',
  }
}

const messageSource = (): ListSource<typeof smsMessageList> => ({
  from: sql`sms_messages m`,
  id: sql<string>`m.id`,
  columns: {
    created_at: sql`m.created_at`,
    to_number: sql`left(m.to_number, 4) || ' ••• ' || right(m.to_number, 3)`,
    kind: sql`m.kind`,
    state: sql`m.state`,
    reason: sql`m.reason`,
    provider: sql`m.provider`,
    parts: sql`m.parts::int`,
    cost: sql`case when m.cost_micro is not null
      then trim_scale(m.cost_micro / 1000000.0)::text || ' ' || m.cost_currency end`,
  },
  filters: {
    country: (code) => sql<boolean>`m.country = ${code}`,
    created: sql<Date>`m.created_at`,
  },
  state: sql<string>`m.state`,
  search: (text) => ({ matches: sql<boolean>`m.to_number = ${text.replaceAll(/[^+\d]/g, '')}` }),
  scope: 'everywhere',
})

export const smsDesk = [served(smsGatewayList, gatewaySource), served(smsMessageList, messageSource)]
