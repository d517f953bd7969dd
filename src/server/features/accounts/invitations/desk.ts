import { randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { createInvitation as createContract, DeskInvitation } from '#contract/accounts/desk/invitations.ts'
import { invitationList } from '#contract/accounts/desk/invitations.ts'
import { invitation_days } from '#contract/accounts/invitations.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/places/places.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import { getGivenPlace, mayStillGive, type PersonReader } from '#server/features/access/people-commands.ts'
import { placeName, withinAssignments } from '#server/features/access/scope-condition.ts'
import type { RolePlace } from '#server/features/access/scopes.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { noScope, type Access } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { countAttemptWithin } from '../login/attempts.ts'
import { accountByEmail, hashToken } from '../queries.ts'
import { mailInvitation } from './mails.ts'

/* Invitations as staff and operators see them: sent, sent again, withdrawn. `accept.ts` is the other side. */

/** SQL: the state of the invitation `i`. */
export const stateOf = (now: Date): RawBuilder<DeskInvitation['state']> => sql<DeskInvitation['state']>`
  case when i.accepted_at is not null then 'accepted' when i.withdrawn_at is not null then 'withdrawn'
    when i.expires_at <= ${now}::timestamptz then 'expired' else 'waiting' end`

export const roleName = (language: Language) => sql<string>`${sql.ref(language === 'fr' ? 'r.name_fr' : 'r.name')}`

interface Reader {
  language: Language
  access: Access
  now: Date
}

const invitationSource = ({ language, access, now }: Reader): ListSource<typeof invitationList> => ({
  from: sql`invitations i join roles r on r.id = i.role_id left join users b on b.id = i.invited_by`,
  id: sql<string>`i.id`,
  columns: {
    email: sql`i.email`,
    role: roleName(language),
    place: placeName('i', language),
    state: stateOf(now),
    invited_by: colleagueName('b', access),
    sent_at: sql`i.sent_at`,
    expires_at: sql`i.expires_at`,
    accepted_at: sql`i.accepted_at`,
    withdrawn_at: sql`i.withdrawn_at`,
  },
  filters: {
    role: (text) => sql<boolean>`${roleName(language)} ilike ${containsPattern(text)}`,
    scope: (type) => sql<boolean>`i.scope = ${type}`,
    sent: sql<Date>`i.sent_at`,
  },
  state: stateOf(now),
  search: (text) => ({
    exact: sql<boolean>`i.email = lower(${text})`,
    matches: sql<boolean>`(i.email ilike ${containsPattern(text)})`,
  }),
  scope: { within: (scope) => withinAssignments('i', scope) },
})

export const invitationsDesk = [served(invitationList, invitationSource)]

type Row = Omit<
  DeskInvitation,
  'title' | 'actions' | 'created_at' | 'sent_at' | 'expires_at' | 'accepted_at' | 'withdrawn_at'
> & {
  role_id: string
  country_id: number | null
  partner_id: string | null
  branch_id: string | null
  park_id: string | null
  created_at: Date
  sent_at: Date
  expires_at: Date
  accepted_at: Date | null
  withdrawn_at: Date | null
}

/** Reads an invitation within the actor's scope. Throws `not_found`. */
async function getRow(db: Db | Tx, { access, language }: PersonReader, id: string, now: Date): Promise<Row> {
  const { rows } = await sql<Row>`
    select i.id, i.email, i.language, ${roleName(language)} as role, ${placeName('i', language)} as place, i.scope,
      ${stateOf(now)} as state, ${colleagueName('b', access)} as invited_by, i.role_id, i.country_id, i.partner_id, i.branch_id,
      i.park_id, i.created_at, i.sent_at, i.expires_at, i.accepted_at, i.withdrawn_at
    from invitations i join roles r on r.id = i.role_id left join users b on b.id = i.invited_by
    where i.id = ${id}::uuid and ${withinAssignments('i', access.get('invitations.create') ?? noScope)}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  return row
}

const actionsOf = ({ state }: Row): string[] =>
  state === 'waiting' ? ['resend', 'withdraw'] : state === 'expired' ? ['resend'] : []

const toAnswer = (row: Row): DeskInvitation => {
  const {
    role_id: _role,
    country_id: _country,
    partner_id: _partner,
    branch_id: _branch,
    park_id: _park,
    ...facts
  } = row
  return {
    ...facts,
    title: row.email,
    actions: actionsOf(row),
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
  }
}

export const getInvitation = async (db: Db, actor: PersonReader, id: string, now: Date): Promise<DeskInvitation> =>
  toAnswer(await getRow(db, actor, id, now))

/** What an invitation offers a role for. */
export const placeOf = (row: Pick<Row, 'scope' | 'country_id' | 'partner_id' | 'branch_id' | 'park_id'>): RolePlace =>
  row.scope === 'country'
    ? { scope: 'country', country_id: row.country_id! }
    : row.scope === 'partner'
      ? { scope: 'partner', partner_id: row.partner_id! }
      : row.scope === 'branch'
        ? { scope: 'branch', branch_id: row.branch_id! }
        : row.scope === 'park'
          ? { scope: 'park', park_id: row.park_id! }
          : { scope: 'everywhere' }

const describe = ({ email, role, place, state }: Row) => ({ email, role, place, state })

const entryOf = (before: Row | undefined, after: Row): AuditedChange => ({
  kind: 'invitation',
  id: after.id,
  partner_id: after.partner_id,
  branch_id: after.branch_id,
  ...(before && { before: describe(before) }),
  after: describe(after),
})

interface Change {
  answer: DeskInvitation
  changes: AuditedChange[]
}

/** Locks what others do with invitations of an address. */
const lockAddress = (tx: Tx, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`invitation ${email}`}, 0))`.execute(tx)

/** Mails a new link, which replaces the one before, and makes the actor the person who answers for it. */
async function send(tx: Tx, deps: Deps, actor: PersonReader, id: string, now: Date): Promise<Row> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + invitation_days * day_ms)
  const sent = { token_hash: hashToken(token), invited_by: actor.user_id, sent_at: now, expires_at }
  await tx.updateTable('invitations').set(sent).where('id', '=', id).execute()
  const after = await getRow(tx, actor, id, now)
  const { rows } = await sql<{ role: string; place: string | null; invited_by: string | null }>`
    select ${roleName(after.language)} as role, ${placeName('i', after.language)} as place,
      nullif(trim(concat(b.first_name, ' ', b.last_name)), '') as invited_by
    from invitations i join roles r on r.id = i.role_id join users b on b.id = i.invited_by where i.id = ${id}::uuid`.execute(
    tx,
  )
  await mailInvitation(tx, deps, { ...rows[0]!, token, expires_at, to: after.email, language: after.language }, now)
  return after
}

/** So many of a person, and to an address, within an hour. */
const countMail = (tx: Tx, deps: Deps, { user_id }: PersonReader, email: string) =>
  countAttemptWithin(
    tx,
    deps,
    [
      { kind: 'invitation', subject: user_id, most: 60, minutes: 60 },
      { kind: 'mail:invitation', subject: email, most: 10, minutes: 60 },
    ],
    'rate_limited',
  )

/**
 * Offers an address a role. One that has expired is sent again. Throws `own_access`, `beyond_access`, `role_held`,
 * `invitation_open`, `rate_limited`, and 422 for roles and places that do not exist or do not go together.
 */
export async function createInvitation(
  tx: Tx,
  deps: Deps,
  actor: PersonReader & { email: string },
  { email, language, ...named }: ParsedBody<typeof createContract>,
  now: Date,
): Promise<Change> {
  if (email === actor.email) throw new AppError('own_access')
  const fields = { role_id: 'role_id', place_id: 'place_id' }
  const place = await getGivenPlace(tx, actor, named, { fields, giving: 'invitations.create' })
  await lockAddress(tx, email)
  const columns = { country_id: null, partner_id: null, branch_id: null, park_id: null, ...place }
  const same = (table: string) => sql<boolean>`${sql.ref(`${table}.role_id`)} = ${named.role_id}::uuid
    and ${sql.ref(`${table}.scope`)} = ${columns.scope}
    and ${sql.ref(`${table}.country_id`)} is not distinct from ${columns.country_id}::int
    and ${sql.ref(`${table}.partner_id`)} is not distinct from ${columns.partner_id}::uuid
    and ${sql.ref(`${table}.branch_id`)} is not distinct from ${columns.branch_id}::uuid
    and ${sql.ref(`${table}.park_id`)} is not distinct from ${columns.park_id}::uuid`
  const account = await accountByEmail(tx, email).executeTakeFirst()
  if (account !== undefined) {
    const held = await sql`
      select from role_assignments a where a.user_id = ${account.id}::uuid and ${same('a')} limit 1`.execute(tx)
    if (held.rows.length > 0) throw new AppError('role_held')
  }
  const { rows } = await sql<{ id: string; state: DeskInvitation['state'] }>`
    select i.id, ${stateOf(now)} as state from invitations i
    where i.email = ${email} and ${same('i')} and i.accepted_at is null and i.withdrawn_at is null for update`.execute(
    tx,
  )
  const [open] = rows
  if (open?.state === 'waiting') throw new AppError('invitation_open')
  await countMail(tx, deps, actor, email)
  if (open !== undefined) {
    const before = await getRow(tx, actor, open.id, now)
    await tx.updateTable('invitations').set({ language }).where('id', '=', open.id).execute()
    const after = await send(tx, deps, actor, open.id, now)
    return { answer: toAnswer(after), changes: [entryOf(before, after)] }
  }
  const id = newId(now.getTime())
  await tx
    .insertInto('invitations')
    .values({
      id,
      email,
      language,
      role_id: named.role_id,
      ...columns,
      token_hash: randomBytes(32),
      invited_by: actor.user_id,
      created_at: now,
      sent_at: now,
      expires_at: now,
    })
    .execute()
  const after = await send(tx, deps, actor, id, now)
  return { answer: toAnswer(after), changes: [entryOf(undefined, after)] }
}

/** Reads an invitation that nobody else changes or accepts until the transaction ends. */
async function lockInvitation(tx: Tx, actor: PersonReader, id: string, now: Date): Promise<Row> {
  await tx.selectFrom('invitations').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return getRow(tx, actor, id, now)
}

/** Sends an invitation again. Throws `not_found`, `invitation_over`, `beyond_access` and `rate_limited`. */
export async function resendInvitation(
  tx: Tx,
  deps: Deps,
  actor: PersonReader,
  id: string,
  now: Date,
): Promise<Change> {
  const before = await lockInvitation(tx, actor, id, now)
  if (!actionsOf(before).includes('resend')) throw new AppError('invitation_over')
  const offered = { role_id: before.role_id, place: placeOf(before) }
  if (!(await mayStillGive(tx, actor.user_id, offered, 'invitations.create'))) throw new AppError('beyond_access')
  await countMail(tx, deps, actor, before.email)
  const after = await send(tx, deps, actor, id, now)
  return { answer: toAnswer(after), changes: [entryOf(before, after)] }
}

/** Withdraws an invitation. Throws `not_found` and `invitation_over`. */
export async function withdrawInvitation(tx: Tx, actor: PersonReader, id: string, now: Date): Promise<Change> {
  const before = await lockInvitation(tx, actor, id, now)
  if (!actionsOf(before).includes('withdraw')) throw new AppError('invitation_over')
  await tx.updateTable('invitations').set({ withdrawn_at: now }).where('id', '=', id).execute()
  const after = await getRow(tx, actor, id, now)
  return { answer: toAnswer(after), changes: [entryOf(before, after)] }
}
