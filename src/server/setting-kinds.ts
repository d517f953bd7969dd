import { isIPv4, isIPv6 } from 'node:net'
import * as z from 'zod'
import { countryCodes } from '#contract/geography.ts'

export const flag = z.enum(['on', 'off']).transform((text) => text === 'on')
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((n) => n <= 65_535, 'must be a port number')
export const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= least && n <= most, `must be from ${least} to ${most}`)
export const text = z.string().min(1)
/** A number from 0 to 1. */
export const share = z
  .string()
  .regex(/^(0?\.\d{1,6}|[01](\.0{1,6})?)$/, 'must be a number from 0 to 1, such as 0.1')
  .transform(Number)
/** Addresses, separated by spaces or commas. */
export const webAddresses = z
  .string()
  .transform((line) => line.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.url({ protocol: /^https?$/ })))
const codes = z.string().transform((line) => [
  ...new Set(
    line
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  ),
])
/** Codes of countries of ours, each once. */
export const countries = codes.pipe(z.array(z.enum(countryCodes)).min(1))
/** Codes of countries of the world, each once. */
export const phoneCountries = codes.pipe(z.array(z.string().regex(/^[A-Z]{2}$/, 'must be codes such as FR')).min(1))

/** An address, or a network such as 10.0.0.0/8. */
const isNetwork = (text: string): boolean => {
  const [address = '', length, ...rest] = text.split('/')
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return rest.length === 0 && most > 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= most))
}

/** How many proxies stand in front of the server, or their addresses: what others write into X-Forwarded-For is ignored. */
export const proxies = z.string().transform((text, context): false | number | string[] => {
  if (text === 'off') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  const networks = text.split(/[\s,]+/).filter(Boolean)
  if (networks.every(isNetwork)) return networks
  context.addIssue({
    code: 'custom',
    message:
      'must be off, the number of proxies in front of the server (such as 1) or their addresses; with `on`, anybody could name any address in X-Forwarded-For',
  })
  return z.NEVER
})
