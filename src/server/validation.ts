import type * as z from 'zod/v4/core'
import { en } from '#i18n/en/index.ts'
import { AppError } from '#server/errors.ts'

/** What zod found wrong, with the data it looked at (a missing field is told from a wrong one by looking). */
export class ValidationFailed extends Error {
  readonly issues: z.$ZodIssue[]
  readonly data: unknown
  constructor(issues: z.$ZodIssue[], data: unknown) {
    super('validation failed')
    this.issues = issues
    this.data = data
  }
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

function keyOf(issue: z.$ZodIssue, data: unknown): string {
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
