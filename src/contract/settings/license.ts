import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'

export const getLicense = endpoint({
  name: 'getLicense',
  method: 'GET',
  path: '/api/v1/admin/settings/license',
  summary:
    'Returns the version of the product, when its pages were built and from what, and its libraries with their licences',
  tag: 'desk',
  auth: 'settings.view',
  status: 200,
  answer: z.object({
    version: z.string(),
    /** The fingerprint of the sources; null where the pages were never built. */
    built_from: z.nullable(z.string()),
    built_at: z.nullable(Instant),
    libraries: z.array(z.object({ name: z.string(), version: z.string(), license: z.string() })),
  }),
})
