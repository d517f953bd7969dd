import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { logoPattern } from './logos.ts'

/** A logo in a form: the address that its upload answered. */
export const LogoText = z.string().check(z.regex(logoPattern, 'logo'))

/** A multipart form: `photo` (SVG, PNG or WebP, at most 1 MiB). */
export const addLogo = endpoint({
  name: 'addLogo',
  method: 'POST',
  path: '/api/v1/admin/settings/theme/logos',
  summary: 'Stores a logo for the theme: a multipart form of `photo` (SVG, PNG or WebP, at most 1 MiB)',
  tag: 'desk',
  auth: 'settings.update',
  status: 201,
  answer: z.object({ url: z.string(), width: z.number(), height: z.number() }),
})
