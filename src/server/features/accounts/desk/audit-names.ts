import { sql, type RawBuilder } from 'kysely'
import { removeAccents } from '#contract/accents.ts'
import type { AuditKind } from '#contract/accounts/desk/audit.ts'
import { normalizeCode, readReference } from '#contract/codes.ts'
import type { Language } from '#contract/places/places.ts'
import { words as en } from '#i18n/en/desk/words.ts'
import { words as fr } from '#i18n/fr/desk/words.ts'
import { containsPattern } from '#server/database/like.ts'

type Sql<T> = RawBuilder<T>

/** How a record of the log is called: the table `n` with its id, and what stands for its name there. */
interface NamedKind {
  from: Sql<unknown>
  id: Sql<string>
  name: Sql<string | null>
  /** Its name in French, where it has one of its own. */
  name_fr?: Sql<string | null>
  /** How a typed text finds it; by a part of its name where that is missing. Large tables have only codes. */
  find?: (text: string) => Sql<boolean>
}

const own = sql<string>`n.id`
const code = (column: string) => (text: string) => sql<boolean>`${sql.ref(`n.${column}`)} = ${normalizeCode(text)}`
const textOf = (column: string) => (text: string) => sql<boolean>`${sql.ref(`n.${column}`)} = ${text}`
const named = (table: string, column = 'name'): NamedKind => ({
  from: sql`${sql.table(table)} n`,
  id: own,
  name: sql<string>`${sql.ref(`n.${column}`)}`,
})
/** What is called otherwise in French; a draft may lack one of its names. */
const inBoth = (table: string, column = 'name'): NamedKind => {
  const [english, french] = [sql.ref(`n.${column}`), sql.ref(`n.${column}_fr`)]
  return {
    ...named(table),
    name: sql<string>`coalesce(${english}, ${french})`,
    name_fr: sql<string>`coalesce(${french}, ${english})`,
  }
}
const itemNames = { en: sql<string>`coalesce(o.name, o.name_fr)`, fr: sql<string>`coalesce(o.name_fr, o.name)` }
const coded = (table: string, column: string, find = code(column)): NamedKind => ({
  ...named(table, column),
  find,
})
/** What belongs to another record is called by that. */
const within = (table: string, parent: string, key: string): NamedKind => ({
  from: sql`${sql.table(table)} n join ${sql.table(parent)} o on o.id = ${sql.ref(`n.${key}`)}`,
  id: own,
  name: sql<string>`o.name`,
})
const ofBranch: NamedKind = { from: sql`branches n`, id: own, name: sql<string>`n.name` }
const parkName = sql<string>`coalesce(p.name, p.address, p.park_code)`
const ofPark = (table: string, id = own): NamedKind => ({
  from: sql`${sql.table(table)} n join parks p on p.id = n.park_id`,
  id,
  name: parkName,
})
const ofItem = (table: string): NamedKind => ({
  from: sql`${sql.table(table)} n join items o on o.id = n.item_id`,
  id: own,
  name: itemNames.en,
  name_fr: itemNames.fr,
})
const ofOrder = (table: string): NamedKind => ({
  from: sql`${sql.table(table)} n join orders o on o.id = n.order_id`,
  id: own,
  name: sql<string>`o.order_number`,
  find: (text) => sql<boolean>`o.order_number = ${normalizeCode(text)}`,
})
const ofItemAtBranch = (table: string): NamedKind => ({
  from: sql`${sql.table(table)} n join items o on o.id = n.item_id join branches b on b.id = n.branch_id`,
  id: own,
  name: sql<string>`concat(${itemNames.en}, ', ', b.name)`,
  name_fr: sql<string>`concat(${itemNames.fr}, ', ', b.name)`,
})
const fullName = sql<string>`nullif(trim(concat(n.first_name, ' ', n.last_name)), '')`
/** Their address is for the screen that the name opens, whose reader may see it. */
const person: NamedKind = {
  from: sql`users n`,
  id: own,
  name: fullName,
  find: (text) => sql<boolean>`lower(n.email) = lower(${text})`,
}

const namedKinds: Partial<Record<AuditKind, NamedKind>> = {
  booking: coded('bookings', 'booking_code'),
  branch: ofBranch,
  branch_closure: within('branch_closures', 'branches', 'branch_id'),
  coupon: named('promo_codes', 'code'),
  currency: { ...inBoth('currency_settings'), id: sql<string>`n.code` },
  customer: person,
  delivery_charge: within('delivery_charges', 'branches', 'branch_id'),
  delivery_setup: ofBranch,
  dispute: {
    from: sql`disputes n join top_ups t on t.id = n.top_up_id`,
    id: own,
    name: sql<string>`t.reference`,
    find: (text) => sql<boolean>`t.reference = ${readReference(text)}`,
  },
  document_request: coded('document_requests', 'number'),
  event: inBoth('events'),
  exchange_rate: {
    from: sql`exchange_rates n`,
    id: own,
    name: sql<string>`concat(n.currency, ' → ', n.against)`,
  },
  gate_camera: { ...ofPark('gate_cameras'), name: sql<string>`concat(${parkName}, ', ', n.name)` },
  guard_device: named('guard_devices'),
  inspection_centre: named('inspection_centres'),
  inspection_closure: within('inspection_closures', 'inspection_centres', 'centre_id'),
  item: inBoth('items'),
  item_attribute: inBoth('item_attributes'),
  item_branch: ofItemAtBranch('branch_items'),
  item_category: inBoth('item_categories'),
  item_extra: {
    ...ofItem('item_extras'),
    name: sql<string>`concat(${itemNames.en}, ', ', n.name)`,
    name_fr: sql<string>`concat(${itemNames.fr}, ', ', n.name_fr)`,
  },
  item_picture: ofItem('item_pictures'),
  item_review: ofItem('item_reviews'),
  leads: coded('leads', 'reference', textOf('reference')),
  money_differences: coded('money_differences', 'reference', textOf('reference')),
  offer: inBoth('offers'),
  order: coded('orders', 'order_number'),
  order_problem: ofOrder('order_problems'),
  order_return: ofOrder('order_returns'),
  order_setup: ofBranch,
  park: { from: sql`parks p`, id: sql<string>`p.id`, name: parkName },
  park_claim: ofPark('park_claims'),
  park_listing: named('park_listings'),
  park_report: {
    from: sql`bookings n`,
    id: own,
    name: sql<string>`n.booking_code`,
    find: code('booking_code'),
  },
  partner: named('partners'),
  prepared_reply: named('prepared_replies'),
  refund: coded('refunds', 'reference', textOf('reference')),
  register: named('registers'),
  review: ofPark('reviews'),
  role: inBoth('roles'),
  announcement: inBoth('announcements', 'text'),
  push_campaign: inBoth('push_campaigns', 'title'),
  shift: {
    from: sql`shifts n join registers g on g.id = n.register_id`,
    id: own,
    name: sql<string>`concat(g.name, ' · ', n.number)`,
  },
  slider: inBoth('sliders', 'title'),
  sms_gateway: {
    from: sql`sms_gateways n left join countries c on c.code = n.country`,
    id: sql<string>`n.country`,
    name: sql<string>`coalesce(c.name, n.country)`,
    name_fr: sql<string>`coalesce(c.name_fr, n.country)`,
  },
  stock: ofItemAtBranch('stock_levels'),
  tax: inBoth('tax_rates'),
  thread: ofOrder('threads'),
  time_slot: within('time_slots', 'branches', 'branch_id'),
  top_up: coded('top_ups', 'reference', textOf('reference')),
  user: person,
  view: named('saved_views'),
}
const kinds = Object.entries(namedKinds)

// Ids are texts in the log: codes of settings and pages, and else UUIDs, which the tables have as such.
const uuid = sql<string>`(case when a.record_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a.record_id::uuid end)`
const idIn = (kind: string): Sql<string> =>
  kind === 'currency' || kind === 'sms_gateway' ? sql<string>`a.record_id` : uuid

/** SQL: how the record of an entry `a` is called today, in the reader's language; null where it is gone, or has no name. */
export const recordName = (language: Language): Sql<string | null> =>
  sql<string | null>`case a.kind ${sql.join(
    kinds.map(
      ([kind, { from, id, name, name_fr }]) =>
        sql`when ${sql.lit(kind)} then (select ${language === 'fr' ? (name_fr ?? name) : name} from ${from} where ${id} = ${idIn(kind)})`,
    ),
    sql` `,
  )} when 'page' then a.record_id when 'index' then a.record_id end`

/** The condition that the record of an entry `a` is called so, in either language. */
export const isNamed = (text: string): Sql<boolean> =>
  sql<boolean>`(${sql.join(
    kinds.map(([kind, { from, id, name, name_fr, find }]) => {
      const names = name_fr === undefined ? [name] : [name, name_fr]
      const matches =
        find?.(text) ??
        sql.join(
          names.map((of) => sql`${of} ilike ${containsPattern(text)}`),
          sql` or `,
        )
      return sql`a.kind = ${sql.lit(kind)} and a.record_id in (select ${id}::text from ${from} where ${matches})`
    }),
    sql` or `,
  )})`

const fold = (text: string) => removeAccents(text).toLowerCase().trim()

/** What people call things that the log names otherwise, by the beginning of the word: the actions that are meant. */
const everyday: readonly (readonly [words: readonly string[], actions: RegExp])[] = [
  [
    ['rate', 'price', 'pricing', 'tariff', 'tarif', 'prix'],
    /tariff|price|charge|documentfee|importfees|exchangerate|tax|createitem|importitems|changeitems|undoitemchange|changeparks|undoparkchange/i,
  ],
  [
    ['hour', 'horaire', 'opening', 'closing'],
    /slot|closure|ordersetup|updatebranch|updatepark|changeparks|undoparkchange/i,
  ],
  [['permission', 'right', 'droit', 'access', 'acces'], /role|person|guard|assign/i],
  [['space', 'place', 'capacit'], /capacity|pool|closure/i],
  [['money', 'argent', 'wallet', 'portefeuille'], /refund|adjust|goodwill|wallet|topup/i],
]

const actions = [...new Set([...Object.keys(en.calls), ...Object.keys(fr.calls)])]

/** The actions that a text means, by their words in both languages or by everyday ones. */
export function findActions(text: string): string[] {
  const typed = fold(text)
  if (typed.length < 3) return []
  const meant = everyday.filter(([words]) => words.some((word) => typed.startsWith(word)))
  return actions.filter(
    (action) =>
      [en.calls, fr.calls].some((calls) => fold((calls as Record<string, string>)[action] ?? '').includes(typed)) ||
      meant.some(([, pattern]) => pattern.test(action)),
  )
}
