import * as z from 'zod'

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
