import { sql } from 'kysely'
import { readReference } from '#contract/codes.ts'
import { disputeClaims, disputeList } from '#contract/disputes/desk.ts'
import { isUuid } from '#server/database/ids.ts'
import { customerContact } from '#server/features/access/contacts.ts'
import { hasAmount } from '#server/features/lists/amounts.ts'
import { selectAccounts } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'

const claim = sql<
  string | null
>`case when d.claim = any(${disputeClaims}::text[]) then d.claim when d.claim is not null then 'other' end`

const disputeSource = ({ access, now }: SeenBy): ListSource<typeof disputeList> => ({
  from: sql`disputes d join top_ups t on t.id = d.top_up_id join users u on u.id = t.user_id`,
  id: sql<string>`d.id`,
  columns: {
    top_up: sql`t.reference`,
    stage: sql`d.stage`,
    answer_by: sql`d.answer_by`,
    claim,
    customer: customerContact('u', access, now).customer,
    provider: sql`d.provider`,
    provider_dispute_id: sql`d.provider_dispute_id`,
    amount: { minor: sql`d.amount_minor`, currency: sql`d.currency` },
    reported_at: sql`d.reported_at`,
    ended_at: sql`d.ended_at`,
  },
  filters: {
    claim: (value) => sql<boolean>`${claim} = ${value}`,
    provider: (code) => sql<boolean>`d.provider = ${code}`,
    currency: (code) => sql<boolean>`d.currency = ${code}`,
    top_up: (text) =>
      isUuid(text) ? sql<boolean>`t.id = ${text}::uuid` : sql<boolean>`t.reference = ${readReference(text)}`,
    reported: sql<Date>`d.reported_at`,
  },
  state: sql<string>`d.stage`,
  search: (text) => ({
    exact: sql<boolean>`t.reference = ${readReference(text)}`,
    matches: sql<boolean>`d.id in (
      select s.id from disputes s join top_ups p on p.id = s.top_up_id where p.reference = ${readReference(text)}
      union all select id from disputes where provider_dispute_id = ${text}
      union all select s.id from disputes s where ${hasAmount(sql`s.amount_minor`, sql`s.currency`, text)}
      union all select s.id from disputes s join top_ups p on p.id = s.top_up_id
        where p.user_id in (${selectAccounts(text)}))`,
  }),
  scope: 'everywhere',
})

export const disputesDesk = [served(disputeList, disputeSource)]
