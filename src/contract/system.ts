import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const health = endpoint({
  name: 'health',
  method: 'GET',
  path: '/api/v1/health',
  summary: 'Whether the server answers and reaches its database',
  tag: 'system',
  auth: 'none',
  status: 200,
  answer: z.object({ status: z.literal('ok') }),
})

/** What the page must know before its first call; written into the HTML as JSON. */
export const PageConfig = z.object({
  demo: z.boolean(),
  /** True while the stand-ins take the providers' place: no real money moves. */
  simulated_payments: z.boolean(),
  dev_mail: z.boolean(),
  map_style_url: z.string(),
  /** The services that tell where the reader is, asked in this order. */
  ip_lookups: z.array(z.string()),
  /** Where errors of the page are reported (`SENTRY_DSN`); left out where nowhere. */
  sentry_dsn: z.optional(z.string()),
  /** Google and Apple; left out where they are not set up. Nothing in it is secret. */
  firebase: z.optional(z.object({ project_id: z.string(), api_key: z.string(), auth_domain: z.string() })),
})
export type PageConfig = z.infer<typeof PageConfig>
