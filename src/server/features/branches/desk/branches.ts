import { sql } from 'kysely'
import * as setup from '#contract/branches/desk/branch-setup.ts'
import { branchList, branchParkList } from '#contract/branches/desk/branches.ts'
import { weekdays, timeSlotList } from '#contract/branches/desk/time-slots.ts'
import { normalizeCode } from '#contract/codes.ts'
import type { Language } from '#contract/places/places.ts'
import { hasIdOrSlug } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { hasPhone } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { distanceTo } from '#server/geo.ts'
import { countOrdersAtPeak } from '../time-slots.ts'

const scope = { branch: sql<string>`b.id` }
/** A branch by its id or its name on the site. */
const isBranch = (text: string) => hasIdOrSlug('b', text)
const searchBranch = (text: string) => ({
  exact: sql<boolean>`b.slug = lower(${text})`,
  matches: hasWords([sql`b.name`, sql`b.slug`], text),
})

const branchSource = (): ListSource<typeof branchList> => ({
  from: sql`branches b join countries c on c.id = b.country_id`,
  id: sql<string>`b.id`,
  columns: {
    name: sql`b.name`,
    slug: sql`b.slug`,
    city: sql`b.city`,
    country: sql`c.code`,
    currency: sql`b.currency`,
    address: sql`b.address`,
    parks: sql`(select count(*)::int from branch_parks p where p.branch_id = b.id)`,
    opening_hours: sql`b.opening_hours`,
    is_example: sql`b.is_example`,
    created_at: sql`b.created_at`,
  },
  filters: {
    country: (code) => sql<boolean>`c.code = ${code}`,
    city: (text) => sql<boolean>`b.city ilike ${containsPattern(text)}`,
    example: sql<boolean>`b.is_example`,
  },
  state: sql<string>`b.status`,
  search: (text) => ({
    exact: sql<boolean>`b.slug = lower(${text})`,
    matches: sql<boolean>`(${hasWords([sql`b.name`, sql`b.slug`, sql`b.city`, sql`b.address`], text)} or ${hasPhone(sql`b.phone`, text)})`,
  }),
  scope,
})

const distance = distanceTo({ lat: sql`b.lat`, lng: sql`b.lng` })

const branchParkSource = (): ListSource<typeof branchParkList> => ({
  from: sql`branch_parks s join branches b on b.id = s.branch_id join parks p on p.id = s.park_id`,
  id: sql<string>`concat(b.slug, ' ', p.park_code)`,
  columns: {
    branch: sql`b.slug`,
    park: sql`coalesce(p.name, p.address, p.park_code)`,
    park_code: sql`p.park_code`,
    address: sql`p.address`,
    distance_m: sql`round(${distance})::int`,
  },
  filters: { branch: isBranch },
  search: (text) => ({
    exact: sql<boolean>`p.park_code = ${normalizeCode(text)}`,
    matches: sql<boolean>`(${hasWords([sql`p.name`], text)} or p.park_code = ${normalizeCode(text)})`,
  }),
  scope,
})

const clock = (minutes: ReturnType<typeof sql>) =>
  sql`to_char(time '00:00' + (${minutes} % 1440) * interval '1 minute', 'HH24:MI')`

const timeSlotSource = ({ now }: { now: Date }): ListSource<typeof timeSlotList> => ({
  from: sql`time_slots t join branches b on b.id = t.branch_id`,
  id: sql<string>`t.id`,
  columns: {
    title: sql`concat(b.name, ', ', ${clock(sql`t.opens_min`)})`,
    branch: sql`b.name`,
    work_group: sql`t.work_group`,
    weekday: sql`(${[...weekdays]}::text[])[t.weekday]`,
    opens: sql`concat(t.weekday, ' ', ${clock(sql`t.opens_min`)}, ' ', t.work_group)`,
    opening_time: clock(sql`t.opens_min`),
    closing_time: clock(sql`t.closes_min`),
    order_type: sql`t.order_type`,
    interval: sql`t.interval_min`,
    capacity: sql`t.capacity`,
    orders: countOrdersAtPeak(now),
  },
  filters: {
    branch: isBranch,
    work_group: (group) => sql<boolean>`t.work_group = ${group}`,
    weekday: (day) => sql<boolean>`t.weekday = ${weekdays.indexOf(day as (typeof weekdays)[number]) + 1}`,
    order_type: (type) => sql<boolean>`t.order_type = ${type}`,
  },
  search: searchBranch,
  scope,
})

const orderSetupSource = (): ListSource<typeof setup.orderSetupList> => ({
  from: sql`branch_setup s join branches b on b.id = s.branch_id`,
  id: sql<string>`b.id`,
  columns: {
    branch: sql`b.name`,
    takeaway_on: sql`s.takeaway_on`,
    delivery_on: sql`s.delivery_on`,
    accepts_automatically: sql`s.accepts_automatically`,
    answer_minutes: sql`s.answer_minutes`,
    preparation_minutes: sql`s.preparation_minutes`,
  },
  filters: { branch: isBranch },
  search: searchBranch,
  scope,
})

const deliverySetupSource = (): ListSource<typeof setup.deliverySetupList> => ({
  from: sql`branch_setup s join branches b on b.id = s.branch_id`,
  id: sql<string>`b.id`,
  columns: {
    branch: sql`b.name`,
    distance_unit: sql`b.distance_unit`,
    radius: sql`s.radius`,
    free_distance: sql`s.free_distance`,
    basic_delivery_charge: { minor: sql`s.basic_delivery_charge_minor`, currency: sql<string>`b.currency` },
    charge_per_unit: { minor: sql`s.charge_per_unit_minor`, currency: sql<string>`b.currency` },
    delivered_by: sql`s.delivered_by`,
  },
  filters: { branch: isBranch },
  search: searchBranch,
  scope,
})

const deliveryChargeSource = (): ListSource<typeof setup.deliveryChargeList> => ({
  from: sql`delivery_charges d join branches b on b.id = d.branch_id`,
  id: sql<string>`d.id`,
  columns: {
    branch: sql`b.name`,
    from_distance: sql`d.from_distance`,
    to_distance: sql`d.to_distance`,
    distance_unit: sql`b.distance_unit`,
    charge: { minor: sql`d.charge_minor`, currency: sql<string>`b.currency` },
  },
  filters: { branch: isBranch },
  state: sql<string>`d.status`,
  search: searchBranch,
  scope,
})

const closureSource = ({ language, now }: { language: Language; now: Date }): ListSource<typeof setup.closureList> => ({
  from: sql`branch_closures c join branches b on b.id = c.branch_id`,
  id: sql<string>`c.id`,
  columns: {
    branch: sql`b.name`,
    reason: language === 'fr' ? sql`c.reason_fr` : sql`c.reason`,
    starts_at: sql`c.starts_at`,
    ends_at: sql`c.ends_at`,
    timezone: sql`b.timezone`,
  },
  filters: { branch: isBranch, start: sql<Date>`c.starts_at` },
  state: sql<string>`case when c.ends_at > ${now} then 'coming' else 'over' end`,
  search: (text) => ({
    matches: hasWords([sql`b.name`, sql`c.reason`, sql`c.reason_fr`], text),
  }),
  scope,
})

export const branchesDesk = [
  served(branchList, branchSource),
  served(branchParkList, branchParkSource),
  served(timeSlotList, timeSlotSource),
  served(setup.orderSetupList, orderSetupSource),
  served(setup.deliverySetupList, deliverySetupSource),
  served(setup.deliveryChargeList, deliveryChargeSource),
  served(setup.closureList, closureSource),
]
