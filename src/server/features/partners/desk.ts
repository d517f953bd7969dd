import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { claimList, listingList } from '#contract/partners/desk/partner-requests.ts'
import { owedList, partnerList } from '#contract/partners/desk/partners.ts'
import { isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { hasPhone } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

/** Operators; each is its own partner. */
const partnerSource = (): ListSource<typeof partnerList> => ({
  from: sql`partners o join countries c on c.id = o.country_id`,
  id: sql<string>`o.id`,
  columns: {
    name: sql`o.name`,
    country: sql`c.code`,
    email: sql`o.email`,
    phone: sql`o.phone`,
    website: sql`o.website`,
    parks: sql`(select count(*)::int from parks p where p.partner_id = o.id)`,
    people: sql`(select count(distinct a.user_id)::int from role_assignments a where a.partner_id = o.id)`,
    is_example: sql`o.is_example`,
    created_at: sql`o.created_at`,
  },
  filters: { country: (code) => sql<boolean>`c.code = ${code}`, example: sql<boolean>`o.is_example` },
  state: sql<string>`case when o.is_active then 'active' else 'inactive' end`,
  search: (text) => ({
    exact: sql<boolean>`lower(o.name) = lower(${text})`,
    matches: sql<boolean>`(${hasWords([sql`o.name`, sql`o.email`], text)} or ${hasPhone(sql`o.phone`, text)}
      or exists (select from parks p where p.partner_id = o.id and p.park_code = ${normalizeCode(text)}))`,
  }),
  scope: { partner: sql`o.id` },
})

/** What the ledger owes for each car park with an operator and is on no statement yet: parking without fees and taxes, after refunds. */
const owedSource = (): ListSource<typeof owedList> => ({
  from: sql`ledger_accounts a join parks p on a.kind = 'park_payable' and p.id::text = a.owner
    join partners o on o.id = p.partner_id join countries c on c.id = p.country_id
    join lateral (select coalesce(sum(e.amount_minor), 0)::bigint as owed_minor from ledger_entries e where e.account_id = a.id) s on true`,
  id: sql<string>`a.id`,
  columns: {
    park: sql`coalesce(p.name, p.address, p.park_code)`,
    park_code: sql`p.park_code`,
    partner: sql`o.name`,
    country: sql`c.code`,
    bookings: sql`(select count(*)::int from bookings b where b.park_id = p.id and b.status not in ('pending', 'expired'))`,
    owed: { minor: sql`s.owed_minor`, currency: sql<string>`a.currency` },
    is_example: sql`o.is_example`,
    last_at: sql`(select max(t.created_at) from ledger_entries e join ledger_transfers t on t.id = e.transfer_id where e.account_id = a.id)`,
  },
  filters: {
    partner: (text) => sql<boolean>`(${isId(sql`o.id`, text)} or o.name ilike ${containsPattern(text)})`,
    country: (code) => sql<boolean>`c.code = ${code}`,
  },
  search: (text) => ({
    exact: sql<boolean>`p.park_code = ${normalizeCode(text)}`,
    matches: sql<boolean>`(${hasWords([sql`p.name`, sql`o.name`], text)} or p.park_code = ${normalizeCode(text)})`,
  }),
  scope: { park: 'p' },
})

/** Claims for car parks. */
const claimSource = (): ListSource<typeof claimList> => ({
  from: sql`park_claims r join parks p on p.id = r.park_id join countries c on c.id = p.country_id join users u on u.id = r.user_id`,
  id: sql<string>`r.id`,
  columns: {
    park: sql`coalesce(p.name, p.address, p.park_code)`,
    city: sql`p.city`,
    country: sql`c.code`,
    company: sql`r.company`,
    email: sql`u.email`,
    phone: sql`r.phone`,
    proof: sql`r.proof`,
    created_at: sql`r.created_at`,
    decided_at: sql`r.decided_at`,
  },
  filters: {
    country: (code) => sql<boolean>`c.code = ${code}`,
    park: (text) => sql<boolean>`(p.name ilike ${containsPattern(text)} or p.park_code = ${normalizeCode(text)})`,
    created: sql<Date>`r.created_at`,
  },
  state: sql<string>`r.state`,
  search: (text) => ({
    exact: sql<boolean>`lower(u.email) = lower(${text})`,
    matches: sql<boolean>`(${hasWords([sql`u.email`, sql`r.company`, sql`p.name`], text)} or ${hasPhone(sql`r.phone`, text)} or p.park_code = ${normalizeCode(text)})`,
  }),
  scope: 'everywhere',
})

/** Spaces and chargers that operators offer. */
const listingSource = (): ListSource<typeof listingList> => ({
  from: sql`park_listings r join countries c on c.id = r.country_id join users u on u.id = r.user_id left join parks p on p.id = r.park_id`,
  id: sql<string>`r.id`,
  columns: {
    name: sql`coalesce(r.name, p.name, p.address, p.park_code)`,
    kind: sql`r.kind`,
    city: sql`coalesce(r.city, p.city)`,
    country: sql`c.code`,
    company: sql`r.company`,
    email: sql`u.email`,
    capacity: sql`r.capacity`,
    created_at: sql`r.created_at`,
    decided_at: sql`r.decided_at`,
  },
  filters: {
    kind: (kind) => sql<boolean>`r.kind = ${kind}`,
    country: (code) => sql<boolean>`c.code = ${code}`,
    created: sql<Date>`r.created_at`,
  },
  state: sql<string>`r.state`,
  search: (text) => ({
    exact: sql<boolean>`lower(u.email) = lower(${text})`,
    matches: sql<boolean>`(${hasWords([sql`u.email`, sql`r.company`, sql`r.name`, sql`r.city`], text)} or ${hasPhone(sql`r.phone`, text)})`,
  }),
  scope: 'everywhere',
})

export const partnersDesk = [
  served(partnerList, partnerSource),
  served(owedList, owedSource),
  served(claimList, claimSource),
  served(listingList, listingSource),
]
