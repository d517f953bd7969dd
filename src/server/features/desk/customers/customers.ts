import { sql } from 'kysely'
import type { CustomerRecord } from '#contract/accounts/desk/customer-record.ts'
import type { Permission } from '#contract/permissions.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isVisibleCustomer } from '#server/features/access/contacts.ts'
import { mayChange } from '#server/features/access/people-commands.ts'
import type { AccessActor } from '#server/features/access/role-commands.ts'
import { withinBranches, withinParks } from '#server/features/access/scope-condition.ts'
import { countBookings } from '#server/features/accounts/desk/customers.ts'
import { rolesOf } from '#server/features/accounts/desk/people.ts'
import { getWallet } from '#server/features/wallet/queries.ts'
import { getCountryGateway } from '#server/features/wallet/rules.ts'
import { shownAddress } from '#server/guest-address.ts'
import { noScope, type Access } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'

type Reader = AccessActor & { language: Language }

type CustomerRow = Omit<
  CustomerRecord,
  'title' | 'actions' | 'status' | 'person_id' | 'vehicles' | 'addresses' | 'running'
> & {
  disabled_at: Date | null
  created_at: Date
  last_seen_at: Date | null
}

/** Returns an account as staff sees it. Throws `not_found`, also for one that is erased or that the reader may not see. */
export async function getCustomerRecord(db: Db | Tx, reader: Reader, id: string, now: Date): Promise<CustomerRecord> {
  const { language, access } = reader
  const seen = access.get('employees.view')
  const { rows } = await sql<CustomerRow>`
    select u.id, ${shownAddress('u')} as email, u.phone, c.code as country, u.language, u.email_verified_at is not null as verified,
      nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as name, u.disabled_at, u.disabled_reason, u.created_at,
      ${countBookings(access)} as bookings,
      (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
      ${seen === undefined ? sql`null` : rolesOf(language, seen)} as roles
    from users u join countries c on c.id = u.country_id
    where u.id = ${id}::uuid and u.erased_at is null and ${isVisibleCustomer('u', access, now)}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const canChange = await mayChange(db, reader, id)
  const isActive = row.disabled_at === null
  return {
    ...row,
    title: row.name ?? row.email ?? '',
    actions: canChange ? ['log_out', isActive ? 'disable' : 'enable', 'remove'] : [],
    status: isActive ? 'active' : 'disabled',
    disabled_at: row.disabled_at?.toISOString() ?? null,
    person_id: seen === undefined ? null : id,
    roles: row.roles ?? (seen === undefined ? null : translate(language, 'accounts.no_role')),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    vehicles: await findVehicles(db, id, language),
    addresses: await findAddresses(db, id),
    running: await findRunning(db, id, access),
  }
}

async function findVehicles(db: Db | Tx, user_id: string, language: Language): Promise<CustomerRecord['vehicles']> {
  return db
    .selectFrom('vehicles as v')
    .innerJoin('vehicle_types as t', 't.id', 'v.vehicle_type_id')
    .select(['v.plate', 'v.is_default', language === 'fr' ? 't.name_fr as type' : 't.name as type'])
    .select(
      sql<
        string | null
      >`nullif(concat_ws(' ', coalesce(v.nickname, concat_ws(' ', v.make, v.model)), v.colour), '')`.as('name'),
    )
    .where('v.user_id', '=', user_id)
    .orderBy('v.is_default', 'desc')
    .orderBy('v.created_at')
    .execute()
}

async function findAddresses(db: Db | Tx, user_id: string): Promise<CustomerRecord['addresses']> {
  const { rows } = await sql<CustomerRecord['addresses'][number]>`
    select a.id, a.label, a.note, a.is_default, concat_ws(', ', nullif(a.apartment, ''), a.line, a.city, s.name) as text
    from addresses a left join states s on s.id = a.state_id
    where a.user_id = ${user_id}::uuid order by a.is_default desc, a.created_at, a.id`.execute(db)
  return rows
}

const most_running = 10

/** Returns what a customer is in the middle of, within the places where the reader may see each kind. */
async function findRunning(db: Db | Tx, user_id: string, access: Access): Promise<CustomerRecord['running']> {
  const scope = (permission: Permission) => access.get(permission) ?? noScope
  const { rows } = await sql<Omit<CustomerRecord['running'][number], 'at'> & { at: Date }>`
    select * from (
      select 'bookings' as list, b.id, b.booking_code as number, b.status, coalesce(p.name, p.address, p.park_code) as place,
        b.start_time as at, p.timezone
      from bookings b join parks p on p.id = b.park_id
      where b.user_id = ${user_id}::uuid and b.status in ('pending', 'active', 'checked_in', 'overstayed')
        and ${withinParks('p', scope('bookings.view'))}
      union all
      select 'online-orders', o.id, o.order_number, o.status, n.name, o.slot_starts_at, n.timezone
      from orders o join branches n on n.id = o.branch_id
      where o.user_id = ${user_id}::uuid
        and o.status in ('pending', 'accepted', 'processing', 'preparing', 'ready', 'out_for_delivery')
        and ${withinBranches(sql.ref('o.branch_id'), scope('orders.view'))}
      union all
      select 'documents', d.id, d.number, d.status, d.plate, d.created_at, 'Africa/Lagos'
      from document_requests d
      where d.user_id = ${user_id}::uuid and d.status not in ('draft', 'delivered', 'cancelled', 'refunded')
        and ${scope('documents.view').everywhere}
    ) r order by r.at, r.id limit ${most_running}`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Returns the balances of an account's wallet, that of its country first. Throws `not_found`. */
export async function findWalletOf(db: Db | Tx, id: string) {
  const account = await db
    .selectFrom('users as u')
    .innerJoin('countries as c', 'c.id', 'u.country_id')
    .select('c.code')
    .where('u.id', '=', id)
    .where('u.erased_at', 'is', null)
    .executeTakeFirst()
  if (account === undefined) throw new AppError('not_found')
  const { data } = await getWallet(db, id, getCountryGateway(account.code as CountryCode).currency)
  return data.balances.map(({ currency, balance, pending, owed }) => ({
    balance: { amount: balance, currency },
    pending: { amount: pending, currency },
    owed: { amount: owed, currency },
  }))
}

/** Throws `not_found` for an account that the reader may not see. */
export async function requireVisibleCustomer(
  db: Db | Tx,
  { access }: AccessActor,
  id: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    select from users u where u.id = ${id}::uuid and u.erased_at is null and ${isVisibleCustomer('u', access, now)}`.execute(
    db,
  )
  if (rows.length === 0) throw new AppError('not_found')
}
