import { sql } from 'kysely'
import { readReference } from '#contract/codes.ts'
import { adjustmentList } from '#contract/wallet/desk/adjustments.ts'
import { moneyList } from '#contract/wallet/desk/money.ts'
import { refundList } from '#contract/wallet/desk/refunds.ts'
import { topUpList } from '#contract/wallet/desk/top-ups.ts'
import { isUuid } from '#server/database/ids.ts'
import { customerContact, fullName, signatureOf } from '#server/features/access/contacts.ts'
import { hasAmount } from '#server/features/lists/amounts.ts'
import { isAccount } from '#server/features/lists/is-account.ts'
import { selectAccounts } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

const topUpSource = ({ access, now }: SeenBy): ListSource<typeof topUpList> => ({
  from: sql`top_ups t join users u on u.id = t.user_id`,
  id: sql<string>`t.id`,
  columns: {
    reference: sql`t.reference`,
    status: sql`t.status`,
    customer: customerContact('u', access, now).customer,
    provider: sql`t.provider`,
    provider_reference: sql`t.provider_reference`,
    amount: { minor: sql`t.amount_minor`, currency: sql`t.currency` },
    credited: {
      minor: sql`(select sum(e.amount_minor)::bigint from ledger_entries e
        where e.transfer_id = t.transfer_id and e.amount_minor > 0)`,
      currency: sql`t.currency`,
    },
    returned: {
      minor: sql`(select sum(r.amount_minor)::bigint from refunds r where r.top_up_id = t.id and r.status <> 'failed')`,
      currency: sql`t.currency`,
    },
    created_at: sql`t.created_at`,
    settled_at: sql`t.settled_at`,
  },
  filters: {
    provider: (code) => sql<boolean>`t.provider = ${code}`,
    currency: (code) => sql<boolean>`t.currency = ${code}`,
    customer: isAccount,
    created: sql<Date>`t.created_at`,
  },
  state: sql<string>`t.status`,
  search: (text) => ({
    exact: sql<boolean>`t.reference = ${readReference(text)}`,
    // Each part is found by an index of its own, which an “or” would not use.
    matches: sql<boolean>`t.id in (
      select id from top_ups where reference = ${readReference(text)}
      union all select id from top_ups where provider_reference = ${text}
      union all select s.id from top_ups s where ${hasAmount(sql`s.amount_minor`, sql`s.currency`, text)}
      union all select s.id from top_ups s where s.user_id in (${selectAccounts(text)}))`,
  }),
  scope: 'everywhere',
})

const refundSource = ({ access, now }: SeenBy): ListSource<typeof refundList> => ({
  from: sql`refunds r join users u on u.id = r.user_id join top_ups t on t.id = r.top_up_id`,
  id: sql<string>`r.id`,
  columns: {
    reference: sql`r.reference`,
    status: sql`r.status`,
    kind: sql`r.kind`,
    origin: sql`r.origin`,
    customer: customerContact('u', access, now).customer,
    provider: sql`r.provider`,
    provider_reference: sql`r.provider_refund_id`,
    amount: { minor: sql`r.amount_minor`, currency: sql`r.currency` },
    held: {
      minor: sql`case when r.origin = 'driver' and r.status in ('pending', 'processing') then r.amount_minor end`,
      currency: sql`r.currency`,
    },
    owed: { minor: sql`nullif(r.owed_minor, 0)`, currency: sql`r.currency` },
    created_at: sql`r.created_at`,
    settled_at: sql`r.settled_at`,
  },
  filters: {
    kind: (kind) => sql<boolean>`r.kind = ${kind}`,
    origin: (origin) => sql<boolean>`r.origin = ${origin}`,
    provider: (code) => sql<boolean>`r.provider = ${code}`,
    currency: (code) => sql<boolean>`r.currency = ${code}`,
    owed: sql<boolean>`(r.owed_minor > 0)`,
    top_up: (text) =>
      isUuid(text) ? sql<boolean>`t.id = ${text}::uuid` : sql<boolean>`t.reference = ${readReference(text)}`,
    created: sql<Date>`r.created_at`,
  },
  state: sql<string>`r.status`,
  search: (text) => ({
    exact: sql<boolean>`r.reference = ${readReference(text)}`,
    matches: sql<boolean>`r.id in (
      select id from refunds where reference = ${readReference(text)}
      union all select id from refunds where provider_refund_id = ${text}
      union all select s.id from top_ups p join refunds s on s.top_up_id = p.id where p.reference = ${readReference(text)}
      union all select s.id from refunds s where ${hasAmount(sql`s.amount_minor`, sql`s.currency`, text)}
      union all select s.id from refunds s where s.user_id in (${selectAccounts(text)}))`,
  }),
  scope: 'everywhere',
})

const adjustmentSource = ({ access, now }: SeenBy): ListSource<typeof adjustmentList> => ({
  from: sql`approvals a join users u on u.id = a.user_id join users r on r.id = a.requested_by
    left join users d on d.id = a.decided_by`,
  id: sql<string>`a.id`,
  columns: {
    requested_at: sql`a.requested_at`,
    customer: customerContact('u', access, now).customer,
    amount: { minor: sql`a.amount_minor`, currency: sql`a.currency` },
    reason: sql`a.reason`,
    requested_by: signatureOf('r'),
    state: sql`a.state`,
    decided_by: signatureOf('d'),
    decided_at: sql`a.decided_at`,
  },
  filters: {
    currency: (code) => sql<boolean>`a.currency = ${code}`,
    customer: isAccount,
    requested: sql<Date>`a.requested_at`,
  },
  state: sql<string>`a.state`,
  search: (text) => ({
    matches: hasWords([sql`u.email`, fullName('u'), sql`r.email`, fullName('r'), sql`a.reason`], text),
  }),
  scope: 'everywhere',
})

const moneySource = ({ access, now }: SeenBy): ListSource<typeof moneyList> => ({
  from: sql`money_differences i left join top_ups t on t.reference = i.reference and t.provider = i.provider
    left join users u on u.id = t.user_id and u.erased_at is null left join users s on s.id = i.resolved_by`,
  id: sql<string>`i.id`,
  columns: {
    found_at: sql`i.found_at`,
    kind: sql`i.kind`,
    provider: sql`i.provider`,
    reference: sql`i.reference`,
    ours: sql`i.ours`,
    theirs: sql`i.theirs`,
    driver: customerContact('u', access, now).customer,
    provider_reference: sql`t.provider_reference`,
    resolved_at: sql`i.resolved_at`,
    resolved_by: signatureOf('s'),
  },
  filters: {
    kind: (kind) => sql<boolean>`i.kind = ${kind}`,
    provider: (code) => sql<boolean>`i.provider = ${code}`,
    found: sql<Date>`i.found_at`,
  },
  state: sql<string>`case when i.resolved_at is null then 'open' else 'resolved' end`,
  search: (text) => {
    return {
      exact: sql<boolean>`i.reference = ${readReference(text)}`,
      matches: sql<boolean>`(i.reference = ${readReference(text)} or ${hasWords([sql`i.reference`, sql`t.provider_reference`, sql`u.email`, fullName('u'), sql`i.ours`, sql`i.theirs`], text)})`,
    }
  },
  scope: 'everywhere',
})

export const moneyDesk = [
  served(topUpList, topUpSource),
  served(refundList, refundSource),
  served(adjustmentList, adjustmentSource),
  served(moneyList, moneySource),
]
