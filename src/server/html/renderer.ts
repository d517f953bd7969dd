import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PageConfig } from '#contract/system.ts'
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

/** Answers the calls of a page within the process, for a visitor who is signed out. */
export const sendWithin =
  (app: FastifyInstance, request: FastifyRequest): PageRequest['send'] =>
  async (url, { method = 'GET', headers, body }) => {
    const answer = await app.inject({
      url,
      method: method as 'GET',
      headers: headers as Record<string, string>,
      remoteAddress: request.ip,
      ...(typeof body === 'string' && { payload: body }),
    })
    const init = { status: answer.statusCode, headers: { 'content-type': String(answer.headers['content-type']) } }
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), init)
  }
