import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'

/* A resource that the desk does not have, to show what one takes. */

export const lockerList = deskList({
  name: 'trial-lockers',
  permission: 'coupons.view',
  opens: { screen: 'trial-lockers', permission: 'coupons.view' },
  creates: { path: 'trial-lockers/new', permission: 'coupons.create' },
  namedBy: ['name'],
  columns: {
    name: { kind: 'text', sortable: true },
    doors: { kind: 'number', sortable: true },
    opened_at: { kind: 'instant' },
  },
  filters: { opened: { kind: 'days' } },
  states: ['open', 'locked'],
  sort: 'name',
})

const facts = { name: line(1, 60), doors: z.int('whole_number').check(z.minimum(1, 'too_small')) }
const Version = z.int('whole_number').check(z.minimum(1, 'too_small'))
const LockerRecord = z.object({
  ...recordFields,
  ...facts,
  version: z.number(),
  state: z.enum(['open', 'locked']),
  opened_at: z.string(),
})
export type LockerRecord = z.infer<typeof LockerRecord>

const first = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }), answer: LockerRecord } as const
const path = '/api/v1/admin/trial-lockers/{id}'

export const getLocker = endpoint({
  ...first,
  name: 'getLocker',
  method: 'GET',
  path,
  summary: 'Returns a locker',
  auth: 'coupons.view',
})
export const createLocker = endpoint({
  name: 'createLocker',
  method: 'POST',
  path: '/api/v1/admin/trial-lockers',
  summary: 'Creates a locker',
  tag: 'desk',
  status: 201,
  auth: 'coupons.create',
  body: z.strictObject(facts),
  answer: LockerRecord,
})
export const updateLocker = endpoint({
  ...first,
  name: 'updateLocker',
  method: 'PATCH',
  path,
  summary: 'Changes a locker',
  auth: 'coupons.update',
  body: z.strictObject({ ...z.partial(z.strictObject(facts)).shape, version: Version }),
})
const verb = { ...first, method: 'POST', auth: 'coupons.update' } as const
export const lockLocker = endpoint({ ...verb, name: 'lockLocker', path: `${path}/lock`, summary: 'Locks a locker' })
export const openLocker = endpoint({ ...verb, name: 'openLocker', path: `${path}/open`, summary: 'Opens a locker' })

const fields = { name: { kind: 'text' }, doors: { kind: 'number' } } as const

export const lockerRecord = deskRecord({
  list: lockerList,
  get: getLocker,
  state: 'state',
  facts: { doors: { kind: 'number' }, opened_at: { kind: 'instant' } },
  create: { endpoint: createLocker, fields },
  update: { endpoint: updateLocker, fields },
  actions: { lock: { endpoint: lockLocker, undo: 'open' }, open: { endpoint: openLocker, undo: 'lock' } },
  bulk: ['lock', 'open'],
})
