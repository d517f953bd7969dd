import type { FastifyError, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { readFieldKey } from '#contract/fields.ts'
import { en } from '#i18n/en/index.ts'
import { AppError, type ErrorParams } from './errors.ts'

/** What one zod issue says, whether it comes from zod itself or from Fastify's validator. */
interface Issue {
  code?: string
  path: readonly PropertyKey[]
  message: string
  keys?: readonly string[]
}

/** At most this many fields are named in one response. */
const maxFields = 50

/**
 * A 422 that names each field with its problem. Schema messages are keys of `errors.fields`; a field without a value is
 * `required`, one that the schema does not know is `unknown`. `data` is what was validated.
 */
export function toValidationError(issues: readonly Issue[], data: unknown): AppError {
  const fields = issues.flatMap((issue) =>
    issue.keys !== undefined
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), key: 'unknown' }))
      : [{ field: issue.path.join('.'), ...findFieldMessage(issue, data) }],
  )
  return new AppError('validation_failed', {}, fields.slice(0, maxFields))
}

/** The same for an error of Fastify's validation of params, query or body; undefined for any other error. */
export function readValidationError(error: unknown, request: FastifyRequest): AppError | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const issues = error.validation.map(({ keyword, instancePath, message, params }) => {
    const { keys } = params as { keys?: string[] }
    const path = instancePath.split('/').filter((part) => part !== '')
    return { code: keyword, path, message: message ?? '', ...(keys === undefined ? {} : { keys }) }
  })
  const { validationContext } = error as FastifyError
  const data = { params: request.params, querystring: request.query, body: request.body, headers: request.headers }
  return toValidationError(
    issues,
    validationContext === undefined ? undefined : data[validationContext as keyof typeof data],
  )
}

function findFieldMessage(issue: Issue, data: unknown): { key: string; params?: ErrorParams } {
  const { key, params } = readFieldKey(issue.message)
  if (key !== 'required' && key in en.errors.fields) return { key, params }
  if (issue.code === 'too_small' && issue.message === 'required') return { key: 'required' }
  return { key: valueAt(data, issue.path) === undefined ? 'required' : 'invalid' }
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    data,
  )
}
