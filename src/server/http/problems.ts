import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { codeOf, constraintOf, isAway, isGivenUp, OutcomeUnknown } from '#server/database/errors.ts'
import { localeIn } from '#server/output/translate.ts'
import { AppError, constraintCode, fieldError, toProblem } from './errors.ts'
import { readValidationError } from './validation.ts'

/** Error codes for errors that Fastify itself raises. */
const frameworkCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_BAD_URL: 'not_found',
}

/** A database has the countries that are served alone (`COUNTRIES`). */
const servedCountry = 'users_country_id_fkey'

/** Converts any thrown value to an AppError; unexpected ones become `internal`. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const constraint = constraintOf(error)
  if (constraint !== undefined && constraint in constraintCode) return new AppError(constraintCode[constraint]!)
  if (constraint === servedCountry) return fieldError('country_code', 'country')
  if (error instanceof OutcomeUnknown) return new AppError('outcome_unknown', { retry_after: 2 })
  // A standby, or a database that is being handed over.
  if (codeOf(error) === '25006') return new AppError('read_only', { retry_after: 10 })
  if (isAway(error)) return new AppError('unavailable', { retry_after: 2 })
  if (isGivenUp(error)) return new AppError('overloaded', { retry_after: 5 })
  const { code, statusCode } = error as Partial<FastifyError>
  if (code !== undefined && code in frameworkCode) return new AppError(frameworkCode[code]!)
  if (statusCode === 429) return new AppError('rate_limited')
  // Files outside of the folders that are served.
  if (statusCode === 403 || statusCode === 404) return new AppError('not_found')
  if (statusCode === 400) return new AppError('malformed_body')
  return new AppError('internal')
}

/** Sends an error as `application/problem+json`. Internal errors are logged and their details are not sent. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = readValidationError(error, request) ?? asAppError(error)
  if (appError.code === 'internal') request.log.error({ err: error, req: request }, 'unforeseen error')
  request.refusal = appError.code
  const problem = toProblem(
    appError,
    localeIn(request.headers['accept-language'], request.signedIn?.country_code),
    request.id,
  )
  const { retry_after } = appError.params
  if (typeof retry_after === 'number') reply.header('retry-after', String(retry_after))
  return reply.code(problem.status).type('application/problem+json').serializer(JSON.stringify).send(problem)
}

export function useProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
}
