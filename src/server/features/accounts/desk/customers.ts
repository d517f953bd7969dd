import { sql, type RawBuilder } from 'kysely'
import { customerList } from '#contract/accounts/desk/customers.ts'
import { normalizeCode } from '#contract/codes.ts'
import { isVisibleCustomer } from '#server/features/access/contacts.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { containsPart, plateKey } from '#server/features/lists/codes.ts'
import { selectAccountsByPhone, selectAccountsByWords } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { shownAddress } from '#server/guest-address.ts'
import type { Access } from '#server/http/caller.ts'

/** SQL: how often an account `u` has booked, at the car parks of which a reader sees the bookings; null if they see none. */
export function countBookings(access: Access): RawBuilder<number | null> {
  const scope = access.get('bookings.view')
  if (scope === undefined) return sql<null>`null::int`
  const at = scope.everywhere ? sql`` : sql`join parks p on p.id = b.park_id`
  return sql<number>`(select count(*)::int from bookings b ${at} where b.user_id = u.id and ${withinParks('p', scope)})`
}

const statusOf = sql<string>`case when u.disabled_at is null then 'active' else 'disabled' end`

/** The customers whom the reader may see, with what they have booked at car parks of which the reader sees bookings. */
const customerSource = ({ access, now }: SeenBy): ListSource<typeof customerList> => ({
  // The condition stands here: it limits those with the permission everywhere too.
  from: sql`users u join countries c on c.id = u.country_id and u.erased_at is null and ${isVisibleCustomer('u', access, now)}`,
  id: sql<string>`u.id`,
  columns: {
    name: sql`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`,
    email: shownAddress('u'),
    phone: sql`u.phone`,
    country: sql`c.code`,
    plates: sql`(select string_agg(v.plate, ', ' order by v.created_at) from vehicles v where v.user_id = u.id)`,
    bookings: countBookings(access),
    balance: {
      minor: access.has('customers.wallet')
        ? sql<bigint | null>`(select a.balance_minor from ledger_accounts a
            where a.kind = 'customer' and a.owner = u.id::text and a.currency = c.currency)`
        : sql<null>`null::bigint`,
      currency: sql<string>`c.currency`,
    },
    language: sql`u.language`,
    verified: sql`u.email_verified_at is not null`,
    status: statusOf,
    created_at: sql`u.created_at`,
    last_seen_at: sql`(select max(s.last_seen_at) from sessions s where s.user_id = u.id)`,
  },
  order: { created_at: sql`u.created_at` },
  filters: {
    country: (code) => sql<boolean>`c.code = ${code}`,
    verified: sql<boolean>`(u.email_verified_at is not null)`,
    created: sql<Date>`u.created_at`,
  },
  state: statusOf,
  search: (text) => {
    // Each by its index; a condition with `or` would read every account.
    const found = [
      selectAccountsByWords(text),
      ...selectAccountsByPhone(text),
      sql`select v.user_id from vehicles v where ${containsPart(plateKey(sql`v.plate`), text)}`,
      sql`select b.user_id from bookings b where ${containsPart(sql`b.plate_key`, text)}`,
      sql`select b.user_id from bookings b where b.booking_code = ${normalizeCode(text)}`,
    ]
    return {
      exact: sql<boolean>`lower(u.email) = lower(${text})`,
      matches: sql<boolean>`u.id in (${sql.join(found, sql` union all `)})`,
    }
  },
  scope: { within: () => sql<boolean>`true` },
})

export const customersDesk = [served(customerList, customerSource)]
