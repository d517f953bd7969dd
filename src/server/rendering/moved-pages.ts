import type { FastifyInstance } from 'fastify'

/** Pages that have moved, with their new address. */
const moved: Readonly<Record<string, string>> = {
  '/staff/leads': '/desk/leads',
  '/staff/money': '/desk/money',
}

/** Redirects the old addresses of pages for good, with their query. */
export function serveMovedPages(app: FastifyInstance): void {
  for (const [from, to] of Object.entries(moved))
    app.get(from, { schema: { hide: true } }, (request, reply) => {
      const query = request.url.split('?').slice(1).join('?')
      return reply.redirect(query === '' ? to : `${to}?${query}`, 301)
    })
}
