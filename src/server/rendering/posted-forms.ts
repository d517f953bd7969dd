import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localeOf } from '#contract/formats.ts'
import { maxApplication_bytes } from '#contract/leads/leads.ts'
import { contentPages } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { readPostedLead, sendPostedLead } from '#server/features/leads/posted.ts'
import { AppError, toProblem } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { asAppError } from '#server/http/problems.ts'
import type { PageRequest } from '#web/entry-server.tsx'

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  submitted: NonNullable<PageRequest['submitted']>,
) => Promise<FastifyReply>

/**
 * Takes the forms of the content pages from browsers without scripts. The answer is a redirect to the page that
 * confirms it, or the page again with what was typed and what is wrong with it.
 */
export function servePostedForms(
  app: FastifyInstance,
  deps: Deps,
  readLanguage: (request: FastifyRequest) => Language,
  answer: Answer,
): void {
  void app.register(async (forms) => {
    acceptForms(forms, maxApplication_bytes, { urlEncoded: true })
    const take = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
      if (!isOwnForm(request, deps.publicUrl())) throw new AppError('forbidden')
      const posted = readPostedLead(request.body as Form)
      if (posted === undefined) throw new AppError('malformed_body')
      const language = readLanguage(request)
      try {
        const refusal = app.findRefusal()
        if (refusal !== undefined) throw refusal
        const country = deps.config.COUNTRIES.find((code) => code === request.cookies['country'])
        const sender = { ip: request.ip, user_id: undefined, locale: localeOf(language, country) }
        const { reference } = await sendPostedLead(deps, posted, sender)
        setSentCookie(reply, reference, deps.publicUrl().startsWith('https:'))
        return await reply.redirect(confirmationOf(request.url, reference), 303)
      } catch (error) {
        const problem = toProblem(asAppError(error), language, request.id)
        if (problem.status >= 500 && problem.code !== 'read_only') throw error
        reply.code(problem.status)
        const { message, errors = [] } = problem
        const { kind, values, opened_at } = posted
        return answer(request, reply, { form: kind, values, message, errors, opened_at })
      }
    }
    for (const path of [...contentPages, 'marketplace/:service'])
      forms.post(`/${path}`, { schema: { hide: true } }, take)
  })
}

/** Whether a page of this site sent the form. Browsers name the origin in every POST. */
function isOwnForm({ headers, protocol, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === new URL(publicUrl).origin || headers.origin === `${protocol}://${host}`
}

const sentCookie = 'sent_form'
const sent_minutes = 10

/** Remembers in the browser what it has sent, so that an address alone confirms nothing. */
function setSentCookie(reply: FastifyReply, reference: string, isSecure: boolean): void {
  reply.setCookie(sentCookie, reference, {
    path: '/',
    maxAge: sent_minutes * 60,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  })
}

/** The reference in an address of `confirmationOf`, for the browser that sent the form; otherwise undefined. */
export function findSentReference({ url, cookies }: FastifyRequest): string | undefined {
  const reference = new URLSearchParams(url.split('?').slice(1).join('?')).get('sent')
  return reference !== null && reference === cookies[sentCookie] ? reference : undefined
}

/** The same page in the same language, with the reference of what was sent. */
function confirmationOf(url: string, reference: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const lang = new URLSearchParams(query).get('lang')
  return `${path}?${new URLSearchParams({ sent: reference, ...(lang === null ? {} : { lang }) }).toString()}#lead`
}
