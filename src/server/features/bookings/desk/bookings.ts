import { sql } from 'kysely'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { normalizeCode } from '#contract/codes.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import { isUuid } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { nameOf, onlyIf } from '#server/features/access/contacts.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { isAccount } from '#server/features/lists/is-account.ts'
import { selectAccountsByPhone } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { noScope, type Access } from '#server/http/caller.ts'

/** Bookings of the car parks in scope. Customers have a name at those where the reader may see contacts. */
const bookingSource = ({ access }: { access: Access }): ListSource<typeof bookingList> => {
  const showsContacts = withinParks('p', access.get('bookings.contacts') ?? noScope)
  return {
    from: sql`bookings b join parks p on p.id = b.park_id join countries c on c.id = p.country_id join users u on u.id = b.user_id`,
    id: sql<string>`b.id`,
    columns: {
      booking_code: sql`b.booking_code`,
      status: sql`b.status`,
      park: sql`coalesce(p.name, p.address, p.park_code)`,
      city: sql`p.city`,
      country: sql`c.code`,
      customer: onlyIf(showsContacts, nameOf('u', showsContacts)),
      plate: sql`nullif(b.plate, '')`,
      start_time: sql`b.start_time`,
      end_time: sql`b.end_time`,
      timezone: sql`p.timezone`,
      total: { minor: sql`b.total_minor`, currency: sql`b.currency` },
      refunded: { minor: sql`b.refunded_minor`, currency: sql`b.currency` },
      refund_cause: sql`(select f.cause from booking_refunds f where f.booking_id = b.id and f.message is not null
        and f.status <> 'refused' order by f.number desc limit 1)`,
      due: { minor: sql`nullif(b.due_minor, 0)`, currency: sql`b.currency` },
      created_at: sql`b.created_at`,
    },
    order: { created_at: sql`b.created_at`, start_time: sql`b.start_time` },
    filters: {
      country: (code) => sql<boolean>`c.code = ${code}`,
      park: (text) =>
        isUuid(text)
          ? sql<boolean>`p.id = ${text}::uuid`
          : sql<boolean>`(p.name ilike ${containsPattern(text)} or p.park_code = ${normalizeCode(text)})`,
      event: (text) =>
        sql<boolean>`b.event_id in (select id from events where id::text = ${text} or event_code = ${normalizeCode(text)})`,
      // Staff who may not see contacts can't ask whose bookings these are.
      customer: (text) => sql<boolean>`(${showsContacts} and ${isAccount(text)})`,
      due: sql<boolean>`(b.due_minor > 0)`,
      refund_cause: (cause) => sql<boolean>`b.id in (select f.booking_id from booking_refunds f where f.cause = ${cause}
        and f.status <> 'refused')`,
      refund_waiting: sql<boolean>`(b.id in (select f.booking_id from booking_refunds f where f.status = 'waiting'))`,
      start: sql<Date>`b.start_time`,
      created: sql<Date>`b.created_at`,
    },
    state: sql<string>`b.status`,
    search: (text) => {
      const plate = normalizePlate(text)
      // Each by its index; a condition with `or` would read every booking.
      const found = [
        sql`select id from bookings where booking_code = ${normalizeCode(text)}`,
        ...(plate === '' ? [] : [sql`select id from bookings where plate_key = ${plate}`]),
        sql`select o.id from users o_u join bookings o on o.user_id = o_u.id join parks p on p.id = o.park_id
        where o_u.email = lower(${text}) and ${showsContacts}`,
        ...selectAccountsByPhone(text).map(
          (ids) => sql`select o.id from bookings o join parks p on p.id = o.park_id
            where o.user_id in (${ids}) and ${showsContacts}`,
        ),
        sql`select o.id from parks o_p join pools l on l.park_id = o_p.id join bookings o on o.pool_id = l.id
        where o_p.park_code = ${normalizeCode(text)}`,
      ]
      return {
        exact: sql<boolean>`b.booking_code = ${normalizeCode(text)}`,
        matches: sql<boolean>`b.id in (${sql.join(found, sql` union all `)})`,
      }
    },
    scope: { park: 'p' },
  }
}

export const bookingsDesk = [served(bookingList, bookingSource)]
