import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encode, safeParse } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { PageConfig } from '#contract/system.ts'
import { AppError, toProblem } from '#server/errors.ts'
import { asAppError } from '#server/problems.ts'
import type { PageRequest, RenderPage } from '#web/entry-server.tsx'

const built = fileURLToPath(new URL('../../../dist/web/.rendering/entry-server.js', import.meta.url))

/** Loads the built renderer of the pages; undefined without a build. */
export async function loadRenderer(config: PageConfig): Promise<RenderPage | undefined> {
  if (!existsSync(built)) return undefined
  const { createRenderer } = (await import(pathToFileURL(built).href)) as {
    createRenderer: (config: PageConfig) => RenderPage
  }
  return createRenderer(config)
}

/**
 * Answers the calls of a page within the process, for a visitor who is signed out: the handler behind the contract's
 * schemas, without a request of its own, which would cost as much as the handler.
 */
export const answerWithin =
  (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): PageRequest['answer'] =>
  async (key, input, language) => {
    const mounted = app.mounted.get(key)
    try {
      if (mounted === undefined) throw new AppError('not_found')
      const { endpoint, handler } = mounted
      if (endpoint.method !== 'GET' || !['none', 'optional'].includes(endpoint.auth)) throw new AppError('unauthorized')
      const answer = await handler({
        params: parse(endpoint.params, input.params),
        query: parse(endpoint.query, input.query),
        body: undefined,
        user: undefined,
        language,
        retry: undefined,
        request,
        reply,
      } as unknown as Parameters<typeof handler>[0])
      if (Buffer.isBuffer(answer)) return { status: endpoint.status, body: JSON.parse(answer.toString()) as unknown }
      return { status: endpoint.status, body: endpoint.answer && encode(endpoint.answer, answer) }
    } catch (error) {
      const problem = toProblem(asAppError(error), language, request.id)
      if (problem.status >= 500) request.log.error(error)
      return { status: problem.status, body: problem }
    }
  }

function parse(schema: Endpoint['query'], value: unknown): unknown {
  if (schema === undefined) return undefined
  const parsed = safeParse(schema, value)
  if (!parsed.success) throw new AppError('validation_failed')
  return parsed.data
}
