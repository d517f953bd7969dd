import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'

/** Where announcements for those who work with us are shown: the desk of staff and partners, and the app of guards. */
export const announcementPlaces = ['desk', 'gate'] as const
export type AnnouncementPlace = (typeof announcementPlaces)[number]

const OwnAnnouncement = z.object({
  id: z.string(),
  /** Raised when its text changes: whoever dismissed it sees it again. */
  version: z.number(),
  text_en: z.string(),
  text_fr: z.string(),
  severity: z.enum(['info', 'warning', 'urgent']),
  link: z.nullable(z.string()),
})
export type OwnAnnouncement = z.infer<typeof OwnAnnouncement>

export const listOwnAnnouncements = endpoint({
  name: 'listOwnAnnouncements',
  method: 'GET',
  path: '/api/v1/announcements',
  summary:
    'Returns what is announced to the caller as a member of staff, a partner or a guard, less what they dismissed',
  tag: 'content',
  auth: 'customer',
  status: 200,
  query: z.strictObject({ place: z.enum(announcementPlaces, 'required') }),
  answer: z.object({ items: z.array(OwnAnnouncement) }),
})

export const dismissAnnouncement = endpoint({
  name: 'dismissAnnouncement',
  method: 'POST',
  path: '/api/v1/announcements/{id}/dismiss',
  summary: 'Hides an announcement from the caller on all of their devices, until it is changed',
  tag: 'content',
  auth: 'customer',
  status: 204,
  params: z.strictObject({ id: Uuid }),
  body: z.strictObject({ version: z.int().check(z.minimum(1)) }),
})
