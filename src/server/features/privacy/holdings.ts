import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import { removeRoles } from '#server/features/access/assignments.ts'
import { maskAuditOf } from '#server/features/access/audit.ts'
import { bookingHoldings } from './booking-holdings.ts'
import { documentHoldings } from './document-holdings.ts'
import { gateHoldings } from './gate-holdings.ts'
import type { Holding } from './holding.ts'
import { moneyHoldings } from './money-holdings.ts'
import { shopHoldings } from './shop-holdings.ts'
import { staffHoldings } from './staff-holdings.ts'

/** The mobile number that an account has confirmed. */
const numberOf = (db: Db | Tx, user_id: string) =>
  db.selectFrom('text_numbers').select('number').where('user_id', '=', user_id)
const phoneOf = (db: Db | Tx, user_id: string) => db.selectFrom('users').select('phone').where('id', '=', user_id)

/**
 * All personal data, in the order of erasure. Tables with new personal data must be added here; a test fails for tables
 * that are missing.
 */
export const holdings: readonly Holding[] = [
  {
    name: 'ways_in',
    tables: ['identities'],
    copy: (db, { user_id }) =>
      db.selectFrom('identities').select(['provider', 'email', 'created_at']).where('user_id', '=', user_id).execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('identities').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'sessions',
    tables: ['sessions', 'counter_sessions'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('sessions')
        .select(['user_agent', 'created_at', 'last_seen_at', 'expires_at'])
        .where('user_id', '=', user_id)
        .orderBy('created_at')
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('sessions').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'second_factor',
    tables: ['second_factors', 'recovery_codes'],
    copy: (db, { user_id }) =>
      db.selectFrom('second_factors').select(['confirmed_at']).where('user_id', '=', user_id).execute(),
    erase: async (tx, { user_id }) => {
      await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
      await tx.deleteFrom('second_factors').where('user_id', '=', user_id).execute()
    },
  },
  {
    name: 'roles',
    tables: ['role_assignments'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('role_assignments as a')
        .innerJoin('roles as r', 'r.id', 'a.role_id')
        .leftJoin('partners as p', 'p.id', 'a.partner_id')
        .leftJoin('branches as b', 'b.id', 'a.branch_id')
        .leftJoin('countries as c', 'c.id', 'a.country_id')
        .leftJoin('parks as k', 'k.id', 'a.park_id')
        .select(['r.name as role', 'a.scope', 'c.code as country', 'p.name as partner', 'b.name as branch'])
        .select(['k.name as park', 'a.created_at'])
        .where('user_id', '=', user_id)
        .orderBy('a.created_at')
        .execute(),
    erase: (tx, { user_id }) => removeRoles(tx, user_id),
  },
  {
    name: 'invitations',
    tables: ['invitations'],
    copy: (db, { email }) =>
      db
        .selectFrom('invitations as i')
        .innerJoin('roles as r', 'r.id', 'i.role_id')
        .select(['r.name as role', 'i.scope', 'i.sent_at', 'i.accepted_at', 'i.withdrawn_at'])
        .where('i.email', '=', email)
        .orderBy('i.sent_at')
        .execute(),
    erase: (tx, { email }) => tx.deleteFrom('invitations').where('email', '=', email).execute(),
  },
  {
    // The contact of a company, which may be a person's address.
    name: 'partner_contacts',
    tables: ['partners'],
    copy: (db, { email }) => db.selectFrom('partners').select(['name', 'email']).where('email', '=', email).execute(),
    erase: (tx, { email }) => tx.updateTable('partners').set({ email: null }).where('email', '=', email).execute(),
  },
  {
    // The number of a service point, which may be a person's.
    name: 'branch_contacts',
    tables: ['branches'],
    copy: (db, { user_id }) =>
      db.selectFrom('branches').select(['name', 'phone']).where('phone', '=', phoneOf(db, user_id)).execute(),
    erase: (tx, { user_id }) =>
      tx.updateTable('branches').set({ phone: null }).where('phone', '=', phoneOf(tx, user_id)).execute(),
  },
  {
    name: 'changes_by_staff',
    tables: ['audit_log'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('audit_log')
        .select(['at', 'action', 'before', 'after'])
        .where('kind', '=', 'user')
        .where('record_id', '=', user_id)
        .orderBy('at')
        .execute(),
    erase: (tx, { user_id }) => maskAuditOf(tx, user_id),
  },
  {
    name: 'known_sources',
    tables: ['known_sources'],
    copy: (db, { user_id }) =>
      db.selectFrom('known_sources').select(['source', 'last_at']).where('user_id', '=', user_id).execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('known_sources').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'codes',
    tables: ['email_codes'],
    copy: (db, { user_id, email }) =>
      db
        .selectFrom('email_codes')
        .select(['purpose', 'created_at', 'expires_at', 'used_at'])
        .where((row) =>
          row.or([row('user_id', '=', user_id), row('email', '=', email), row('number', 'in', numberOf(db, user_id))]),
        )
        .execute(),
    erase: (tx, { user_id, email }) =>
      tx
        .deleteFrom('email_codes')
        .where((row) =>
          row.or([row('user_id', '=', user_id), row('email', '=', email), row('number', 'in', numberOf(tx, user_id))]),
        )
        .execute(),
  },
  {
    name: 'mails',
    tables: ['mails'],
    // Not the text: it may contain codes, with which a stolen token could take over the account.
    copy: (db, { email }) =>
      db
        .selectFrom('mails')
        .select(['subject', 'created_at', 'sent_at'])
        .where('to_address', '=', email)
        .orderBy('created_at')
        .execute(),
    erase: (tx, { email }) => tx.deleteFrom('mails').where('to_address', '=', email).execute(),
  },
  {
    name: 'text_messages',
    tables: ['sms_messages'],
    // Not the text: it may contain codes.
    copy: (db, { user_id }) =>
      db
        .selectFrom('sms_messages')
        .select(['kind', 'to_number', 'country', 'state', 'created_at'])
        .where('user_id', '=', user_id)
        .orderBy('created_at')
        .execute(),
    // What they cost stays counted for the day; whose number it was does not.
    erase: (tx, { user_id }) =>
      tx
        .updateTable('sms_messages')
        .set((row) => ({
          user_id: null,
          to_number: '',
          number_range: '',
          text: '',
          state: row.case().when('state', '=', 'waiting').then('expired').else(row.ref('state')).end(),
        }))
        .where('user_id', '=', user_id)
        .execute(),
  },
  {
    name: 'text_number',
    tables: ['text_numbers', 'text_consents'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('text_consents')
        .select(['topic', 'number', 'agreed_at', 'ended_at', 'ended_by'])
        .where('user_id', '=', user_id)
        .orderBy('agreed_at')
        .execute(),
    erase: async (tx, { user_id }) => {
      for (const table of ['text_consents', 'text_numbers'] as const)
        await tx.deleteFrom(table).where('user_id', '=', user_id).execute()
    },
  },
  {
    name: 'vehicles',
    // `paper_reminders` is deleted by cascade and is not exported: the mails already show what was sent.
    tables: ['vehicles', 'paper_reminders'],
    copy: (db, { user_id }) =>
      db.selectFrom('vehicles').selectAll().where('user_id', '=', user_id).orderBy('created_at').execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('vehicles').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'favourite_parks',
    tables: ['favourite_parks'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('favourite_parks as f')
        .innerJoin('parks as p', 'p.id', 'f.park_id')
        .select(['p.park_code', 'p.name', 'f.created_at'])
        .where('f.user_id', '=', user_id)
        .orderBy('f.created_at')
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('favourite_parks').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'mails_wanted',
    tables: ['mail_wishes'],
    copy: (db, { user_id }) =>
      db.selectFrom('mail_wishes').select(['reminders', 'low_stock']).where('user_id', '=', user_id).execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('mail_wishes').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'devices_with_notifications',
    // `push_messages` are on their way for seconds, and the list of notifications has them too.
    tables: ['push_subscriptions', 'push_messages'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('push_subscriptions')
        .select(['endpoint', 'language', 'created_at'])
        .where('user_id', '=', user_id)
        .execute(),
    erase: async (tx, { user_id }) => {
      for (const table of ['push_messages', 'push_subscriptions'] as const)
        await tx.deleteFrom(table).where('user_id', '=', user_id).execute()
    },
  },
  {
    name: 'notifications_switched_off',
    tables: ['notification_opt_outs'],
    copy: (db, { user_id }) =>
      db.selectFrom('notification_opt_outs').select(['topic', 'channel']).where('user_id', '=', user_id).execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('notification_opt_outs').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'offers_and_news',
    tables: ['news_consents', 'push_campaign_recipients'],
    copy: (db, { user_id }) =>
      db.selectFrom('news_consents').select('agreed_at').where('user_id', '=', user_id).execute(),
    erase: async (tx, { user_id }) => {
      for (const table of ['push_campaign_recipients', 'news_consents'] as const)
        await tx.deleteFrom(table).where('user_id', '=', user_id).execute()
    },
  },
  ...bookingHoldings,
  ...documentHoldings,
  ...shopHoldings,
  {
    name: 'payment_customers',
    tables: ['payment_customers'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('payment_customers')
        .select(['provider', 'customer_id', 'created_at'])
        .where('user_id', '=', user_id)
        .execute(),
    // A job then deletes the customer at the provider, with the saved cards.
    erase: (tx, { user_id }) =>
      tx.updateTable('payment_customers').set({ user_id: null }).where('user_id', '=', user_id).execute(),
  },
  {
    name: 'promo_codes_used',
    tables: ['promo_uses'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('promo_uses')
        .innerJoin('promo_codes', 'promo_codes.id', 'promo_uses.promo_code_id')
        .select(['code', 'used'])
        .where('user_id', '=', user_id)
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('promo_uses').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'reviews',
    tables: ['reviews'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('reviews')
        .innerJoin('parks', 'parks.id', 'reviews.park_id')
        .select([
          'parks.name as park',
          'rating',
          'body',
          'language',
          'created_at',
          'hidden_at',
          'hidden_reason',
          'reply',
        ])
        .where('user_id', '=', user_id)
        .orderBy('created_at')
        .execute(),
    // Also subtracts the ratings from the park's totals, in which hidden ones are not.
    erase: (tx, { user_id }) =>
      sql`with gone as (delete from reviews where user_id = ${user_id} returning park_id, rating, hidden_at),
          sums as (select park_id, sum(rating)::int as rating, count(*)::int as number from gone where hidden_at is null group by park_id)
        update parks set rating_sum = rating_sum - sums.rating, rating_count = rating_count - sums.number
        from sums where parks.id = sums.park_id`.execute(tx),
  },
  {
    name: 'mistakes_reported',
    tables: ['park_mistakes'],
    copy: (db, { user_id, email }) =>
      db
        .selectFrom('park_mistakes')
        .innerJoin('parks', 'parks.id', 'park_mistakes.park_id')
        .select(['parks.name as park', 'park_mistakes.kind', 'body', 'email', 'created_at', 'settled_at', 'outcome'])
        .where((row) => row.or([row('user_id', '=', user_id), row('email', '=', email)]))
        .execute(),
    erase: (tx, { user_id, email }) =>
      tx
        .updateTable('park_mistakes')
        .set({ user_id: null, email: null })
        .where((row) => row.or([row('user_id', '=', user_id), row('email', '=', email)]))
        .execute(),
  },
  {
    name: 'park_claims',
    tables: ['park_claims'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('park_claims')
        .innerJoin('parks', 'parks.id', 'park_claims.park_id')
        .select(['parks.name as park', 'company', 'phone', 'message', 'state', 'reason', 'created_at', 'decided_at'])
        .where('user_id', '=', user_id)
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('park_claims').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'park_listings',
    tables: ['park_listings'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('park_listings')
        .select(['kind', 'company', 'phone', 'message', 'name', 'address', 'city', 'state', 'reason', 'created_at'])
        .where('user_id', '=', user_id)
        .execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('park_listings').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'messages_sent',
    tables: ['leads', 'lead_files', 'lead_orders', 'demo_slots'],
    copy: (db, { user_id, email }) =>
      db
        .selectFrom('leads')
        .leftJoin('lead_files', 'lead_files.lead_id', 'leads.id')
        .leftJoin('demo_slots', 'demo_slots.lead_id', 'leads.id')
        .select([
          'reference',
          'kind',
          'state',
          'name',
          'leads.email',
          'phone',
          'message',
          'details',
          'leads.created_at',
        ])
        .select(['demo_slots.starts_at as demonstration_at'])
        .select(sql<string | null>`encode(content, 'base64')`.as('file_base64'))
        .where((row) => row.or([row('user_id', '=', user_id), row('leads.email', '=', email)]))
        .execute(),
    // Files, demonstration slots and notes are deleted by cascade.
    erase: (tx, { user_id, email }) =>
      tx
        .deleteFrom('leads')
        .where((row) => row.or([row('user_id', '=', user_id), row('email', '=', email)]))
        .execute(),
  },
  ...staffHoldings,
  ...gateHoldings,
  ...moneyHoldings,
  {
    name: 'answers_for_retries',
    tables: ['idempotency_keys'],
    copy: (db, { user_id }) =>
      db.selectFrom('idempotency_keys').select(['call', 'created_at']).where('user_id', '=', user_id).execute(),
    erase: (tx, { user_id }) => tx.deleteFrom('idempotency_keys').where('user_id', '=', user_id).execute(),
  },
  {
    name: 'counted_tries',
    tables: ['failed_attempts'],
    copy: (db, { email }) => db.selectFrom('failed_attempts').select(['kind', 'at']).where(ofAddress(email)).execute(),
    erase: (tx, { email }) => tx.deleteFrom('failed_attempts').where(ofAddress(email)).execute(),
  },
]

/** Attempts are counted by address, or by address and source. */
const ofAddress = (email: string) => sql<boolean>`split_part(subject, ' ', 1) = ${email}`
