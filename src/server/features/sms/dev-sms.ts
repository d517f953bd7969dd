import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pagePath } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Deps } from '#server/deps.ts'
import { escapeHtml } from '#server/features/accounts/mail/mail-format.ts'
import { languageOf, translate } from '#server/output/translate.ts'
import type { SimulatedSms } from '#server/providers/sms/provider.ts'

const hide = { schema: { hide: true } }
/** As many as the outbox of mails shows. */
const most = 100

/** The digits of a number that somebody looks for; undefined for all. */
function digitsOf(request: FastifyRequest): string | undefined {
  const { to } = request.query as { to?: unknown }
  const digits = typeof to === 'string' ? to.replaceAll(/\D/g, '') : ''
  return digits === '' ? undefined : digits
}

/** Shows what the stand-ins have taken to people (`/dev/sms`) and programs (`/dev/sms.json`). Never in production. */
export function devSmsRoutes(app: FastifyInstance, taken: readonly SimulatedSms[]): void {
  const list = (digits: string | undefined): SimulatedSms[] =>
    taken
      .filter(({ to }) => digits === undefined || to.includes(digits))
      .slice(-most)
      .toReversed()
  app.get('/dev/sms.json', hide, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return list(digitsOf(request))
  })
  app.get('/dev/sms', hide, async (request, reply) => {
    const digits = digitsOf(request)
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    return page(languageOf(request.headers['accept-language']), list(digits), digits ?? '')
  })
}

/** The short link of a message leads to the page that ends them: each letter of it takes one from the message. */
const stopLinks = (app: FastifyInstance): unknown =>
  app.get<{ Params: { key: string } }>('/t/:key', hide, async ({ params: { key } }, reply) =>
    reply.redirect(`${pagePath('unsubscribe', { key })}?texts=1`),
  )

/** Serves the links of messages, and the messages of the stand-ins where they are in use. */
export const smsPages = (app: FastifyInstance, { config, simulated_sms }: Deps): void => {
  stopLinks(app)
  if (!config.production && simulated_sms !== undefined) devSmsRoutes(app, simulated_sms)
}

function page(language: Language, messages: SimulatedSms[], to: string): string {
  const t = (key: string, params?: Record<string, string>) =>
    escapeHtml(translate(language, `sms.simulated.${key}`, params))
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><meta name="description" content="${t('description')}">
<title>${t('title')} · ${escapeHtml(settings().company.name)}</title><style>${styles}</style></head>
<body><main><h1>${t('title')}</h1><p>${t('description')}</p>
<form method="get" action="/dev/sms"><label for="to">${t('search')}</label>
<input id="to" name="to" type="tel" value="${escapeHtml(to)}"><button>${t('show')}</button></form>
${messages.length === 0 ? `<p>${t('empty')}</p>` : messages.map((message) => article(message, t)).join('\n')}
</main></body></html>
`
}

const names = { africastalking: 'Africa’s Talking', twilio: 'Twilio' }

const article = (
  { provider, to, sender, text, taken_at }: SimulatedSms,
  t: (key: string, params?: Record<string, string>) => string,
): string => `<article><h2>${escapeHtml(to)}</h2>
<p>${sender === null ? escapeHtml(names[provider]) : t('from', { sender, provider: names[provider] })} · <time datetime="${taken_at}">${taken_at}</time></p>
<pre>${escapeHtml(text)}</pre></article>`

const styles = `
body{margin:0;background:#fbfaf7;color:#0d1526;font:16px/1.5 system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:32px 16px}
article{background:#fff;border:1px solid #e6e3dc;border-radius:16px;padding:20px;margin:20px 0}
h1,h2{line-height:1.2;margin:0 0 8px}p{margin:0 0 12px;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:16px/1.5 system-ui,sans-serif}
form{display:flex;gap:8px;flex-wrap:wrap;align-items:center;margin:20px 0}
input,button{font:inherit;min-height:44px;box-sizing:border-box}
input{flex:1;min-width:200px;padding:0 12px;border:1px solid #868c98;border-radius:10px;background:transparent;color:inherit}
button{padding:0 20px;border:0;border-radius:10px;background:#1b4dff;color:#fff}
@media(prefers-color-scheme:dark){body{background:#0d1526;color:#fff}article{background:#1d273c;border-color:#34405a}}
`
