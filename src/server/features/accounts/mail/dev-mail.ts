import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Deps } from '#server/deps.ts'
import { languageOf, translate } from '#server/output/translate.ts'
import { escapeHtml } from './mail-format.ts'
import { listMails, type StoredMail } from './outbox.ts'

const hide = { schema: { hide: true } }

function addressOf(request: FastifyRequest): string | undefined {
  const { to } = request.query as { to?: unknown }
  return typeof to === 'string' && to.trim() !== '' ? to.trim().toLowerCase() : undefined
}

/** Shows the outbox to people (`/dev/mail`) and programs (`/dev/mail.json`). Never in production. */
export function devMailRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/dev/mail.json', hide, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return listMails(deps, addressOf(request))
  })
  app.get('/dev/mail', hide, async (request, reply) => {
    const to = addressOf(request)
    const mails = await listMails(deps, to)
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    return page(languageOf(request.headers['accept-language']), mails, to ?? '')
  })
}

function page(language: Language, mails: StoredMail[], to: string): string {
  const t = (key: string) => escapeHtml(translate(language, `mails.kept.${key}`))
  const title = `${t('title')} · ${escapeHtml(settings().company.name)}`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><meta name="description" content="${t('description')}">
<title>${title}</title><style>${styles}</style></head>
<body><main><h1>${t('title')}</h1><p>${t('description')}</p>
<form method="get" action="/dev/mail"><label for="to">${t('search')}</label>
<input id="to" name="to" type="email" value="${escapeHtml(to)}"><button>${t('show')}</button></form>
${mails.length === 0 ? `<p>${t('empty')}</p>` : mails.map((mail) => article(mail, t)).join('\n')}
</main></body></html>
`
}

/** The sandboxed frame runs no scripts and loads nothing; links open in a new tab. */
function article({ to, subject, text, html, date }: StoredMail, t: (key: string) => string): string {
  return `<article><h2>${escapeHtml(subject)}</h2>
<p>${t('to')} <b>${escapeHtml(to)}</b> · <time datetime="${date}">${date}</time></p>
<iframe title="${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" srcdoc="${escapeHtml(html)}"></iframe>
<details><summary>${t('as_text')}</summary><pre>${escapeHtml(text)}</pre></details></article>`
}

const styles = `
body{margin:0;background:#fbfaf7;color:#0d1526;font:16px/1.5 system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:32px 16px}
article{background:#fff;border:1px solid #e6e3dc;border-radius:16px;padding:20px;margin:20px 0}
h1,h2{line-height:1.2;margin:0 0 8px}p{margin:0 0 12px}b{overflow-wrap:anywhere}
iframe{width:100%;height:680px;border:1px solid #e6e3dc;border-radius:12px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,monospace}
form{display:flex;gap:8px;flex-wrap:wrap;align-items:center;margin:20px 0}
input,button,summary{font:inherit;min-height:44px;box-sizing:border-box}summary{padding:10px 0;cursor:pointer}
input{flex:1;min-width:200px;padding:0 12px;border:1px solid #868c98;border-radius:10px;background:transparent;color:inherit}
button{padding:0 20px;border:0;border-radius:10px;background:#1b4dff;color:#fff}
@media(prefers-color-scheme:dark){body{background:#0d1526;color:#fff}article{background:#1d273c;border-color:#34405a}iframe{border-color:#34405a}}
`
