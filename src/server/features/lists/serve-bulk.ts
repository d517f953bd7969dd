import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { BulkAnswer, ServedRecord } from '#contract/lists/records.ts'
import { isPermission } from '#contract/permissions.ts'
import { AppError, toProblem } from '#server/http/errors.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { asAppError } from '#server/http/problems.ts'
import { toValidationError } from '#server/http/validation.ts'

/**
 * Registers the call that does one action of a record with many of them. Each is changed by the action's own call, in a
 * transaction of its own and with its own entry in the audit log: one that is refused leaves the others as they are. Its
 * answer says why. The scope is that of the action. Throws `forbidden` without the action's permission, `reauth_required`
 * when the action asks for the password, and 422 when its input is wrong.
 */
export function serveBulk(app: FastifyInstance, { list, actions = {}, bulkEndpoint }: ServedRecord): void {
  mount(
    app,
    bulkEndpoint as Endpoint,
    (async (call: Call<typeof bulkEndpoint>): Promise<BulkAnswer> => {
      const { body, user, request, locale } = call
      const { endpoint } = actions[body.action]!
      const { auth } = endpoint
      const scope = isPermission(auth) ? user.access.get(auth) : undefined
      if (scope === undefined) throw new AppError('forbidden')
      const input = readInput(endpoint, body.input ?? {})
      const { handler } = app.mounted.get(`${endpoint.method} ${endpoint.path}`)!
      const results: BulkAnswer['results'] = []
      // One after the other: each takes locks, and the last of two equal ids finds what the first has done.
      for (const id of body.ids) {
        try {
          const params = readParams(endpoint, id)
          await handler({ ...call, params, body: input, scope, retry: undefined } as never)
          results.push({ id, ok: true })
        } catch (error) {
          const refused = asAppError(error)
          if (refused.code === 'reauth_required') throw refused
          if (refused.code === 'internal') request.log.error({ err: error, list: list.name, id }, 'bulk action failed')
          const { code, message } = toProblem(refused, locale, request.id)
          results.push({ id, ok: false, code, message })
        }
      }
      return { results }
    }) as never,
  )
  app.mounted.get(`${bulkEndpoint.method} ${bulkEndpoint.path}`)!.is_change = true
}

function readInput({ body }: Endpoint, input: object): unknown {
  if (body === undefined) return undefined
  const read = body.safeParse(input)
  if (read.success) return read.data
  throw toValidationError(read.error.issues as Parameters<typeof toValidationError>[0], input)
}

function readParams({ params }: Endpoint, id: string): unknown {
  const read = params!.safeParse({ id })
  if (!read.success) throw new AppError('not_found')
  return read.data
}
