import type { FastifyInstance } from 'fastify'
import { settings } from '#contract/settings/settings.ts'
import type { Deps } from '#server/deps.ts'
import { type ApiDescription, describeApi } from '#server/http/api-description.ts'
import { escapeHtml } from './markup.ts'

/** The OpenAPI description at `/api/v1/openapi.json`, and a page that a person can read at `/api/v1/docs`. */
export function serveDocs(app: FastifyInstance, { publicUrl }: Pick<Deps, 'publicUrl'>): void {
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, () => describeApi(app, publicUrl()))
  app.get('/api/v1/docs', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(describeApi(app, publicUrl()))),
  )
}

function docsPage({ paths }: ApiDescription): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0])
  const sections = [...byTag].map(
    ([tag, list]) =>
      `<section><h2>${escapeHtml(tag)}</h2>${list
        .map(
          ({ path, method, operation }) =>
            `<details><summary><code><b>${method}</b> ${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}${
              operation.security.length === 0 ? '' : ' <i>(bearer)</i>'
            }</summary>${part('Parameters', operation.parameters)}${part('Body', operation.requestBody)}${part('Answers', operation.responses)}</details>`,
        )
        .join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${settings().company.name} API</title><meta name="description" content="Every call of the ${settings().company.name} HTTP interface, with its parameters, bodies and answers, made from the schemas that validate them.">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}summary{padding:.6rem 0;cursor:pointer;overflow-wrap:anywhere}details{border-bottom:1px solid #8884}pre{overflow:auto;font-size:.8rem;padding:.8rem;background:#8881;border-radius:8px}</style></head>
<body><main><h1>${settings().company.name} API</h1><p>OpenAPI 3.1: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>. Errors are <code>application/problem+json</code> (RFC 9457).</p>${sections.join('')}</main></body></html>`
}

const part = (title: string, value: unknown) =>
  value === undefined ? '' : `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
