import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, plainText, SearchText, tooShort, Uuid } from '#contract/fields.ts'

/* What colleagues write about a record for one another. Customers never see it. */

/** The lists whose records have notes. */
export const listsWithNotes = ['customers', 'bookings', 'online-orders'] as const
export type ListWithNotes = (typeof listsWithNotes)[number]

export const maxNoteLength = 1_000
/** So many colleagues one note may mention. */
export const maxMentions = 10

const RecordNote = z.object({
  id: z.string(),
  text: z.string(),
  /** Null once the account is gone. */
  author: z.nullable(z.string()),
  created_at: z.string(),
})

/** The notes of a record, newest first. */
export const RecordNotes = z.object({ items: z.array(RecordNote) })
export type RecordNotes = z.infer<typeof RecordNotes>

const record = {
  tag: 'desk',
  params: z.strictObject({ list: z.enum(listsWithNotes), id: line(1, 40) }),
} as const
const path = '/api/v1/admin/notes/{list}/{id}'

export const listNotes = endpoint({
  ...record,
  name: 'listNotes',
  method: 'GET',
  path,
  summary: 'Lists what colleagues wrote about a customer, a booking or an order, newest first',
  auth: 'notes.view',
  status: 200,
  answer: RecordNotes,
})

export const addNote = endpoint({
  ...record,
  name: 'addNote',
  method: 'POST',
  path,
  summary: 'Adds a note for colleagues, and shows it to those whom it mentions under their bell',
  auth: 'notes.create',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    text: z
      .string('required')
      .check(z.trim(), z.minLength(2, { error: tooShort(2) }), z.maxLength(maxNoteLength, 'too_long'), plainText),
    /** Colleagues by their ids; those who may not read the record's notes are left out. */
    mentions: z.optional(z.array(Uuid).check(z.maxLength(maxMentions, 'too_many'))),
  }),
  answer: RecordNotes,
})

export const findColleagues = endpoint({
  ...record,
  name: 'findColleagues',
  method: 'GET',
  path: `${path}/colleagues`,
  summary: 'Finds up to eight colleagues by a part of their name who may read the notes of a record',
  auth: 'notes.create',
  status: 200,
  query: z.strictObject({ search: z.optional(SearchText) }),
  answer: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })) }),
})
