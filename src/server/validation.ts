import * as z from 'zod/mini'
import { en } from '#i18n/en/index.ts'
import { AppError } from '#server/errors.ts'

/** What zod found wrong, with the data it looked at (a missing field is told from a wrong one by looking). */
export class ValidationFailed extends Error {
  readonly issues: z.core.$ZodIssue[]
  readonly data: unknown
  constructor(issues: z.core.$ZodIssue[], data: unknown) {
    super('validation failed')
    this.issues = issues
    this.data = data
  }
}

type Parsed = { value: unknown } | { error: ValidationFailed }

/**
 * What `safeParse` of the schema says. Of an object with a fixed set of fields only those that are given are looked at,
 * each by its own schema: of some twenty that a list may be asked by, few are. Whatever is wrong the schema tells itself.
 */
export function parserOf(schema: z.ZodMiniType): (data: unknown) => Parsed {
  const parse = (data: unknown): Parsed => {
    const parsed = z.safeParse(schema, data)
    return parsed.success ? { value: parsed.data } : { error: new ValidationFailed(parsed.error.issues, data) }
  }
  const fields = fieldsOf(schema)
  if (fields === undefined) return parse
  const names = new Set(fields.map(({ name }) => name))
  return (data) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return parse(data)
    for (const name in data) if (!names.has(name)) return parse(data)
    const value: Record<string, unknown> = {}
    for (const { name, field, absent } of fields) {
      const given = (data as Record<string, unknown>)[name]
      if (given === undefined) {
        if (absent === required) return parse(data)
        if (absent !== undefined) value[name] = absent
        continue
      }
      const parsed = z.safeParse(field, given)
      if (!parsed.success) return parse(data)
      value[name] = parsed.data
    }
    return { value }
  }
}

const required = Symbol('required')
type Field = { name: string; field: z.ZodMiniType; absent: unknown }

/** The fields of a strict object without rules of its own, with what stands for one that is absent; undefined for any other schema. */
function fieldsOf(schema: z.ZodMiniType): Field[] | undefined {
  const { def } = (schema as Partial<z.ZodMiniObject>)._zod!
  if (def.type !== 'object' || def.catchall?._zod.def.type !== 'never' || (def.checks?.length ?? 0) > 0)
    return undefined
  const fields = Object.entries(def.shape as Record<string, z.ZodMiniType>).map(([name, field]) => {
    const { type } = field._zod.def
    return { name, field, absent: type === 'optional' || type === 'default' ? z.parse(field, undefined) : required }
  })
  // What callers may change is made anew for each.
  return fields.some(({ absent }) => typeof absent === 'object') ? undefined : fields
}

/** The same as a 422 with a sentence for each field; schema messages are keys of `errors.fields`. */
export function toAppError(failed: ValidationFailed): AppError {
  const fields = failed.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), key: 'unknown' }))
      : [{ field: issue.path.join('.'), key: keyOf(issue, failed.data) }],
  )
  return new AppError('validation_failed', {}, fields.slice(0, 50))
}

function keyOf(issue: z.core.$ZodIssue, data: unknown): string {
  if (issue.message !== 'required' && issue.message in en.errors.fields) return issue.message
  if (issue.code === 'too_small' && issue.message === 'required') return 'required'
  return valueAt(data, issue.path) === undefined ? 'required' : 'invalid'
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    data,
  )
}
