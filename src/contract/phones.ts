import * as z from 'zod/mini'

/** Digits with what people type or paste between them: spaces and dashes of any kind, brackets, dots, direction marks. */
export const phoneShape = z.regex(/^[\d\p{Zs}\p{Pd}\p{Cf}\t\u2212+\uff0b()./]{5,40}$/u, 'phone')

/** A phone number as it was typed. The server reads and stores it as E.164, and refuses one that is none. */
export const PhoneText = z.string().check(z.trim(), phoneShape)
