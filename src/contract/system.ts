import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { countryCodes } from './geography.ts'

export const health = endpoint({
  name: 'health',
  method: 'GET',
  path: '/api/v1/health',
  summary: 'Reports whether the server can reach its database and write its log',
  tag: 'system',
  auth: 'none',
  status: 200,
  answer: z.object({
    status: z.literal('ok'),
    /** Whether the server can write its log; requests are answered all the same. */
    log: z.enum(['ok', 'failing']),
    /** The release that answers. */
    version: z.string(),
  }),
})

export const getSupportedRelease = endpoint({
  name: 'getSupportedRelease',
  method: 'GET',
  path: '/api/v1/supported-release',
  summary: 'Returns the oldest release whose pages may stay open, null where any may, and what older ones say',
  tag: 'system',
  auth: 'none',
  status: 200,
  answer: z.object({ oldest_version: z.nullable(z.string()), notice: z.nullable(z.string()) }),
})

/** Settings that the page needs before its first request; written into the HTML as JSON. */
export const PageConfig = z.object({
  /** The release that the page comes from; absent in development. */
  version: z.optional(z.string()),
  demo: z.boolean(),
  /** The demo is reset at full intervals of this length since 1970; absent if it is not. */
  demo_reset_minutes: z.optional(z.number()),
  /** True when payments use local simulators and no real money moves. */
  simulated_payments: z.boolean(),
  dev_mail: z.boolean(),
  /** Whether visitors may open the desk as an example person; never in production. */
  demo_desk: z.boolean(),
  /** The countries that are served; absent when all are. */
  countries: z.optional(z.array(z.enum(countryCodes))),
  /** Addresses of the hosted map's style by theme; absent when only the packed map is used. */
  hosted_map: z.optional(z.object({ light: z.string(), dark: z.string() })),
  /** Services that locate the visitor by IP address, tried in this order. */
  ip_lookups: z.array(z.string()),
  /** Where the page reports errors (`SENTRY_DSN`); absent when it doesn't. */
  sentry_dsn: z.optional(z.string()),
  /** Firebase settings for Google and Apple, which are public; absent when not set up. */
  firebase: z.optional(
    z.object({ project_id: z.string(), api_key: z.string(), auth_domain: z.string(), simulated: z.boolean() }),
  ),
})
export type PageConfig = z.infer<typeof PageConfig>

/** Nothing can be changed now; `until` (RFC 3339) is when that is expected to end, where somebody has said. */
export interface ReadOnly {
  until?: string | undefined
}
