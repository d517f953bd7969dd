import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { settingGroups } from './desk.ts'

export const getSettingsFile = endpoint({
  name: 'getSettingsFile',
  method: 'GET',
  path: '/api/v1/admin/settings-file',
  summary: 'Returns all settings that the desk has changed, as a file for another installation; it has no secrets',
  tag: 'desk',
  auth: 'settings.view',
  status: 200,
  answer: z.object({
    product: z.literal('parkwell'),
    settings: z.partialRecord(z.enum(settingGroups), z.record(z.string(), z.unknown())),
  }),
})

const FileChange = z.object({
  group: z.enum(settingGroups),
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Why the value cannot be taken, in the reader's language; null if it can. */
  problem: z.nullable(z.string()),
})
export type FileChange = z.infer<typeof FileChange>

export const importSettingsFile = endpoint({
  name: 'importSettingsFile',
  method: 'POST',
  path: '/api/v1/admin/settings-file',
  summary: 'Compares a file of settings with those that hold, and takes them where `apply` is true and none is wrong',
  tag: 'desk',
  auth: 'settings.update',
  status: 200,
  body: z.strictObject({ settings: z.record(z.string(), z.record(z.string(), z.unknown())), apply: z.boolean() }),
  answer: z.object({ changes: z.array(FileChange), applied: z.boolean() }),
})
