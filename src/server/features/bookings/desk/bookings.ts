import { sql, type RawBuilder } from 'kysely'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { normalizeCode } from '#contract/codes.ts'
import type { Db } from '#server/database/connect.ts'
import { isId, isUuid } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { nameOf, onlyIf } from '#server/features/access/contacts.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { hasAmount } from '#server/features/lists/amounts.ts'
import { containsPart, isExactCode } from '#server/features/lists/codes.ts'
import { isAccount } from '#server/features/lists/is-account.ts'
import { matchAny } from '#server/features/lists/matches.ts'
import { selectAccountsByPhone, selectAccountsByWords } from '#server/features/lists/phones.ts'
import { served, type FindSource } from '#server/features/lists/served.ts'
import { hasParkWords } from '#server/features/parks/park-words.ts'
import { noScope } from '#server/http/caller.ts'

/** Bookings of the car parks in scope. Customers have a name at those where the reader may see contacts. */
const bookingSource: FindSource<typeof bookingList> = async ({ db, access, query: { search = '' } }) => {
  const showsContacts = withinParks('p', access.get('bookings.contacts') ?? noScope)
  const matches = search === '' ? sql<boolean>`true` : await matchBookings(db, search, showsContacts)
  return {
    from: sql`bookings b join parks p on p.id = b.park_id join countries c on c.id = p.country_id join users u on u.id = b.user_id`,
    counted: sql`bookings b join parks p on p.id = b.park_id`,
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
        sql<boolean>`b.event_id in (select id from events where ${isId(sql`id`, text)} or event_code = ${normalizeCode(text)})`,
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
    search: () => ({ ...isExactCode(sql`b.booking_code`, search), matches }),
    scope: { park: 'p' },
  }
}

async function matchBookings(db: Db, text: string, showsContacts: RawBuilder<boolean>): Promise<RawBuilder<boolean>> {
  const ofPeople = (ids: RawBuilder<unknown>) => sql`select o.id from bookings o join parks p on p.id = o.park_id
    where o.user_id in (${ids}) and ${showsContacts}`
  const hasPlate = (bookings: string) => containsPart(sql.ref(`${bookings}.plate_key`), text)
  const hasTotal = (bookings: string) =>
    hasAmount(sql.ref(`${bookings}.total_minor`), sql.ref(`${bookings}.currency`), text)
  const parks = sql`select o_p.id from parks o_p where ${hasParkWords('o_p', text)}`
  return matchAny(
    db,
    sql`b.id`,
    [
      sql`select id from bookings where booking_code = ${normalizeCode(text)}`,
      sql`select o.id from bookings o where ${containsPart(sql`o.booking_code`, text)}`,
      ...selectAccountsByPhone(text).map(ofPeople),
      sql`select o.id from bookings o join parks o_p on o_p.id = o.park_id where o_p.park_code = ${normalizeCode(text)}`,
    ],
    [
      { ids: sql`select o.id from bookings o where ${hasPlate('o')}`, condition: hasPlate('b') },
      { ids: sql`select o.id from bookings o where ${hasTotal('o')}`, condition: hasTotal('b') },
      {
        ids: ofPeople(selectAccountsByWords(text)),
        condition: sql<boolean>`(${showsContacts} and u.id in (${selectAccountsByWords(text)}))`,
      },
      {
        ids: sql`select o.id from bookings o where o.park_id in (${parks})`,
        condition: sql<boolean>`(p.id in (${parks}))`,
      },
    ],
  )
}

export const bookingsDesk = [served(bookingList, bookingSource)]
