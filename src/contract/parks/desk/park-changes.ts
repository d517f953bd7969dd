import * as z from 'zod/mini'
import { BulkChange, BulkReport, undoCall } from '#contract/desk/bulk-changes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, missingOr, Uuid } from '#contract/fields.ts'
import { maxBulk, type DeskFields, type DeskForm } from '#contract/lists/records.ts'
import { amount } from '#contract/lists/shared-fields.ts'

/* Opening hours, prices and closures of many car parks, changed as one and undone as one. */

const parkChangeKinds = ['hours', 'prices', 'closure'] as const

const Day = z.iso.date(missingOr('day'))
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

const change = {
  change: z.enum(parkChangeKinds, 'required'),
  opening_hours: optional(line(1, 300)),
  /** With at most two decimals. */
  percent: optional(z.number(missingOr('number')).check(z.minimum(-90, 'too_small'), z.maximum(1_000, 'too_large'))),
  /** In the currency of each car park. */
  round_to: optional(amount),
  /** Whole days at each car park, the last one included. */
  first_day: optional(Day),
  last_day: optional(Day),
  reason: optional(line(3, 200)),
  notice_en: optional(line(3, 200)),
  notice_fr: optional(line(3, 200)),
}

/**
 * One change for many car parks. Prices change at once, those of events stay, and bookings keep theirs. `stores` is false for a
 * preview; what is stored must have the preview's `digest`.
 */
export const ParkChangeBody = z.strictObject({
  ...change,
  ids: z.array(Uuid).check(z.minLength(1, 'required'), z.maxLength(maxBulk, 'rows_too_many')),
  stores: z.boolean(),
  digest: optional(z.string().check(z.maxLength(64, 'too_long'))),
})
export type ParkChangeBody = z.infer<typeof ParkChangeBody>

const fields: DeskFields = {
  change: { kind: 'choice', values: parkChangeKinds, words: 'park_changes', initial: 'hours' },
  opening_hours: { kind: 'hours', when: ['change', 'hours'], demanded: true },
  percent: { kind: 'number', hint: true, when: ['change', 'prices'], demanded: true },
  round_to: { kind: 'number', hint: true, when: ['change', 'prices'] },
  first_day: { kind: 'day', when: ['change', 'closure'], demanded: true },
  last_day: { kind: 'day', hint: true, when: ['change', 'closure'], demanded: true },
  reason: { kind: 'text', hint: true, when: ['change', 'closure'], demanded: true },
  notice_en: { kind: 'text', language: 'en', when: ['change', 'closure'] },
  notice_fr: { kind: 'text', language: 'fr', when: ['change', 'closure'] },
}

export const changeParks = endpoint({
  name: 'changeParks',
  method: 'POST',
  path: '/api/v1/admin/park-changes',
  summary: `Changes the opening hours, prices or closures of up to ${maxBulk} car parks as one, or previews that`,
  tag: 'desk',
  auth: 'parks.update',
  status: 200,
  body: ParkChangeBody,
  answer: BulkReport,
})

/** What the form of a change asks for; which car parks it changes is known. */
export const parkChangeForm: DeskForm = { endpoint: { ...changeParks, body: z.strictObject(change) }, fields }

export const listParkChanges = endpoint({
  name: 'listParkChanges',
  method: 'GET',
  path: '/api/v1/admin/park-changes',
  summary:
    'Lists what was last changed for many car parks at once: by anybody, or by oneself for the people of an operator',
  tag: 'desk',
  auth: 'parks.update',
  status: 200,
  answer: z.object({ items: z.array(BulkChange) }),
})

export const undoParkChange = endpoint({
  ...undoCall,
  name: 'undoParkChange',
  path: '/api/v1/admin/park-changes/{id}/undo',
  summary: 'Undoes a change of many car parks as one, within a day and while none of them was changed since',
  auth: 'parks.update',
})
