import type { FastifyInstance } from 'fastify'
import { chooseCountryPath } from '#contract/addresses/address.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/http/errors.ts'

const year_s = 365 * 24 * 60 * 60
/** Query parameters that belong to the previous country. */
const countryParams = ['country', 'state', 'city', 'page']

/** Stores the chosen country and leads back, as `chooseCountry` does in the browser. */
export function serveCountryChoice(app: FastifyInstance, { COUNTRIES }: Config): void {
  app.get<{ Querystring: Record<string, string | undefined> }>(
    chooseCountryPath,
    { schema: { hide: true } },
    async ({ query }, reply) => {
      const code = COUNTRIES.find((code) => code === query['country'])
      if (code === undefined) throw new AppError('not_found')
      return reply
        .header('cache-control', 'no-store')
        .setCookie('country', code, { path: '/', maxAge: year_s, sameSite: 'lax' })
        .redirect(readNext(query['next']), 303)
    },
  )
}

/** A path of this site without the parameters of the previous country; the home page for anything else. */
export function readNext(next: unknown): string {
  // A second slash or backslash, or a control character that browsers drop, would lead to another site.
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\u0000-\u001f\u007f\\]*$/.test(next)) return '/'
  const url = URL.parse(next, 'http://here.invalid')
  if (url === null || url.host !== 'here.invalid' || url.pathname.startsWith('//')) return '/'
  for (const name of countryParams) url.searchParams.delete(name)
  return url.pathname + url.search
}
