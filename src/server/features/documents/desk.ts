import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { enteredParts, feeKinds, feeList } from '#contract/documents/desk/document-fees.ts'
import { documentList } from '#contract/documents/desk/document-requests.ts'
import {
  appointmentList,
  centreList,
  inspectionClosureList,
  visitList,
} from '#contract/documents/desk/inspection-centres.ts'
import { documentKinds } from '#contract/documents/document-rules.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { countryZones } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import { isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { containsKey, containsPart, lettersOf } from '#server/features/lists/codes.ts'
import { hasPhone } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { translate } from '#server/output/translate.ts'
import { enteredBy, feeState } from './fees/fee-records.ts'
import { appointmentsWithin, comingAppointments } from './inspections/centre-records.ts'
import { assignedName, daysWaiting, isAssigned, isSent, waitsForStaff } from './staff/waiting.ts'

interface AtMoment {
  now: Date
}

const stateCode = sql<string>`split_part(s.code, '-', 2)`
const isState = (code: string) => sql<boolean>`s.code = ${`NG-${code}`}`

/** The word of a code in the reader's language. */
const translateCode = (column: RawBuilder<unknown>, words: string, codes: readonly string[], language: Language) =>
  sql`case ${column} ${sql.join(
    codes.map((code) => sql`when ${code} then ${translate(language, `desk.words.${words}.${code}`)}`),
    sql` `,
  )} end`

const feeSource = ({ language, now }: AtMoment & { language: Language }): ListSource<typeof feeList> => {
  const place = sql`coalesce(${language === 'fr' ? sql`s.name_fr` : sql`s.name`}, ${translate(language, 'desk.words.nigerian_states.all')})`
  const name = sql`concat_ws(' · ', ${translateCode(sql`f.kind`, 'fee_kinds', feeKinds, language)},
    ${translateCode(sql`f.part`, 'fee_parts', enteredParts, language)}, ${place})`
  return {
    from: sql`document_fees f left join states s on s.id = f.state_id left join users u on u.id = f.entered_by`,
    id: sql<string>`f.id`,
    columns: {
      name,
      kind: sql`f.kind`,
      part: sql`f.part`,
      state: sql`coalesce(${stateCode}, 'all')`,
      category: sql`coalesce(f.category, 'all')`,
      use: sql`coalesce(f.use, 'all')`,
      engine: sql`case when f.engine_from_cc is not null then f.engine_from_cc || '–' || f.engine_to_cc || ' cm³' end`,
      term_months: sql`f.term_months::text`,
      amount: { minor: sql`f.amount_minor`, currency: sql<string>`'NGN'` },
      valid_from: sql`f.valid_from::text`,
      valid_to: sql`(f.valid_to - 1)::text`,
      source: sql`f.source`,
      observed_on: sql`f.observed_on::text`,
      entered_by: enteredBy,
      is_example: sql`f.is_example`,
    },
    filters: {
      // What holds in every state holds in this one.
      region: (code) => sql<boolean>`(f.state_id is null or ${isState(code)})`,
      kind: (kind) => sql<boolean>`f.kind = ${kind}`,
      part: (part) => sql<boolean>`f.part = ${part}`,
      category: (category) => sql<boolean>`(f.category is null or f.category = ${category})`,
      use: (use) => sql<boolean>`(f.use is null or f.use = ${use})`,
      example: sql<boolean>`f.is_example`,
    },
    state: feeState(now),
    search: (text) => ({
      matches: hasWords([name, sql`f.source`], text),
    }),
    scope: 'everywhere',
  }
}

const centreSource = ({ now }: AtMoment): ListSource<typeof centreList> => ({
  from: sql`inspection_centres c join states s on s.id = c.state_id`,
  id: sql<string>`c.id`,
  columns: {
    name: sql`c.name`,
    state: stateCode,
    city: sql`c.city`,
    address: sql`c.address`,
    phone: sql`c.contact_phone`,
    opening_hours: sql`c.opening_hours`,
    capacity_per_hour: sql`c.capacity_per_hour`,
    booked: comingAppointments(now),
    is_example: sql`c.is_example`,
  },
  filters: { region: isState, example: sql<boolean>`c.is_example` },
  state: sql<string>`c.status`,
  search: (text) => ({
    matches: sql<boolean>`(${hasWords([sql`c.name`, sql`c.city`, sql`c.address`, sql`s.name`], text)}
      or ${hasPhone(sql`c.contact_phone`, text)})`,
  }),
  scope: 'everywhere',
})

/** A centre by its id or its name. */
const isCentre = (text: string) => sql<boolean>`(${isId(sql`c.id`, text)} or lower(c.name) = lower(${text}))`

const inspectionClosureSource = ({
  language,
  now,
}: AtMoment & { language: Language }): ListSource<typeof inspectionClosureList> => ({
  from: sql`inspection_closures d join inspection_centres c on c.id = d.centre_id join states s on s.id = c.state_id`,
  id: sql<string>`d.id`,
  columns: {
    centre: sql`c.name`,
    state: stateCode,
    starts_on: sql`d.starts_on::text`,
    ends_on: sql`d.ends_on::text`,
    reason: language === 'fr' ? sql`d.reason_fr` : sql`d.reason`,
    booked: appointmentsWithin,
  },
  filters: { centre: isCentre, region: isState },
  state: sql<string>`case when d.ends_on < ${toNigerianDay(now)}::date then 'over' else 'coming' end`,
  search: (text) => ({
    matches: hasWords([sql`c.name`, sql`d.reason`, sql`d.reason_fr`], text),
  }),
  scope: 'everywhere',
})

const inspectionSlotSource = ({ now }: AtMoment): ListSource<typeof appointmentList> => ({
  from: sql`inspection_slots d join inspection_centres c on c.id = d.centre_id`,
  id: sql<string>`concat(d.centre_id, ' ', extract(epoch from d.starts_at)::bigint)`,
  columns: {
    starts_at: sql`d.starts_at`,
    centre: sql`c.name`,
    used: sql`d.used`,
    capacity: sql`c.capacity_per_hour`,
    timezone: sql`${countryZones.NG}`,
  },
  filters: { centre: isCentre },
  state: sql<string>`case when d.starts_at > ${now} then 'coming' else 'over' end`,
  search: (text) => ({ matches: hasWords([sql`c.name`], text) }),
  scope: 'everywhere',
})

const visitState = (now: Date) => sql<string>`case when a.status <> 'booked' then a.status
  when a.starts_at + interval '1 hour' > ${now} then 'coming' else 'undecided' end`

/** Appointments with who comes. Those whose inspection is over wait for its outcome. */
const visitSource = ({ now }: AtMoment): ListSource<typeof visitList> => {
  const vehicle = sql`nullif(concat_ws(' ', r.make, r.model), '')`
  return {
    from: sql`inspection_appointments a join document_requests r on r.id = a.request_id join users u on u.id = r.user_id
      join inspection_centres c on c.id = a.centre_id join states s on s.id = c.state_id`,
    id: sql<string>`a.id`,
    columns: {
      starts_at: sql`a.starts_at`,
      status: visitState(now),
      plate: sql`r.plate`,
      vehicle,
      customer: enteredBy,
      phone: sql`coalesce(r.owner_phone, u.phone)`,
      centre: sql`c.name`,
      number: sql`r.number`,
      booked_at: sql`a.booked_at`,
      request: sql`r.id::text`,
      timezone: sql`${countryZones.NG}`,
    },
    filters: { day: sql<Date>`a.starts_at`, centre: isCentre, region: isState },
    state: visitState(now),
    search: (text) => ({
      exact: sql<boolean>`(r.number = ${normalizeCode(text)} or ${lettersOf(sql`r.plate`)} = ${normalizeCode(text)})`,
      matches: sql<boolean>`(${containsPart(sql`r.number`, text)} or ${containsKey(lettersOf(sql`r.plate`), text)}
        or ${hasWords([sql`r.owner_name`, sql`c.name`], text)}
        or ${hasPhone(sql`coalesce(r.owner_phone, u.phone)`, text)})`,
    }),
    scope: 'everywhere',
  }
}

/** Requests that were sent: quoted, or waiting for a fee. Those that their customers still fill in are nobody else's. */
const documentSource = ({ now }: AtMoment): ListSource<typeof documentList> => ({
  from: sql`document_requests r join users u on u.id = r.user_id and ${isSent}`,
  id: sql<string>`r.id`,
  columns: {
    number: sql`r.number`,
    status: sql`r.status`,
    days_waiting: daysWaiting(now),
    kinds: sql`array(select i.kind from document_items i where i.request_id = r.id
      order by array_position(${[...documentKinds]}::text[], i.kind))`,
    state: sql`r.state`,
    plate: sql`r.plate`,
    vehicle: sql`nullif(concat_ws(' ', r.make, r.model), '')`,
    customer: enteredBy,
    assigned_to: assignedName,
    total: { minor: sql`case when r.quoted_at is not null then r.total_minor end`, currency: sql<string>`'NGN'` },
    updated_at: sql`r.updated_at`,
    created_at: sql`r.created_at`,
    is_example: sql`r.is_example`,
  },
  filters: {
    waiting: waitsForStaff(now),
    assigned: (text) => sql<boolean>`exists (select from users c where c.id = r.assigned_to
      and (c.email = ${text.trim().toLowerCase()} or concat(c.first_name, ' ', c.last_name) ilike ${containsPattern(text)}))`,
    unassigned: sql<boolean>`(not ${isAssigned})`,
    region: (code) => sql<boolean>`r.state = ${code}`,
    kind: (kind) => sql<boolean>`exists (select from document_items i where i.request_id = r.id and i.kind = ${kind})`,
    customer: (text) => sql<boolean>`(${isId(sql`u.id`, text)} or u.email ilike ${containsPattern(text)}
      or concat(u.first_name, ' ', u.last_name) ilike ${containsPattern(text)})`,
    created: sql<Date>`r.created_at`,
    example: sql<boolean>`r.is_example`,
  },
  state: sql<string>`r.status`,
  search: (text) => ({
    exact: sql<boolean>`(r.number = ${normalizeCode(text)} or ${lettersOf(sql`r.plate`)} = ${normalizeCode(text)})`,
    matches: sql<boolean>`(${containsPart(sql`r.number`, text)} or ${containsKey(lettersOf(sql`r.plate`), text)}
      or ${hasWords([sql`r.owner_name`, sql`u.email`], text)}
      or ${hasPhone(sql`coalesce(r.owner_phone, u.phone)`, text)})`,
  }),
  scope: 'everywhere',
})

export const documentsDesk = [
  served(documentList, documentSource),
  served(feeList, feeSource),
  served(centreList, centreSource),
  served(inspectionClosureList, inspectionClosureSource),
  served(appointmentList, inspectionSlotSource),
  served(visitList, visitSource),
]
