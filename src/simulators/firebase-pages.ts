import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { settings } from '#contract/settings/settings.ts'
import { apiScript, frameScript, resultScript } from './firebase-scripts.ts'
import { pageStyle } from './page-style.ts'
import { loginOutcomes, loginSentences, sentences, type LoginOutcome } from './page-text.ts'
import { escapeHtml, languageOf } from './page.ts'
import { formOf } from './stand-in.ts'

/** A person with an account at a sign-in provider. */
export interface Person {
  provider: 'google.com' | 'apple.com'
  /** User id in the project. */
  uid: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
  /** Error instead of a token: `USER_DISABLED`, `OPERATION_NOT_ALLOWED`, `NEED_CONFIRMATION`. */
  refusal?: string
}

const refusals: Partial<Record<LoginOutcome, string>> = {
  disabled: 'USER_DISABLED',
  not_enabled: 'OPERATION_NOT_ALLOWED',
  failed: 'INVALID_IDP_RESPONSE',
  other_method: 'NEED_CONFIRMATION',
}

interface Options {
  people: Map<string, Person>
  project_id: string
}

/**
 * Adds Firebase's login pages under the real service's paths and an emulator's: the provider's page with one form, the
 * frame that hands its result to our page, and Google's API script that opens the frame.
 */
export function mountLoginPages(app: FastifyInstance, { people, project_id }: Options): void {
  const scripts = { 'api.js': apiScript, 'iframe.js': frameScript, 'handler.js': resultScript }
  app.get('/__/firebase/init.json', () => ({ projectId: project_id }))
  for (const folder of ['/__/auth', '/emulator/auth']) {
    for (const [file, script] of Object.entries(scripts))
      app.get(`${folder}/${file}`, (_request, reply) =>
        reply.type('text/javascript; charset=utf-8').send(`(${String(script)})()`),
      )
    app.get(`${folder}/iframe`, (_request, reply) =>
      reply.type('text/html; charset=utf-8').send('<!doctype html><script src="iframe.js"></script>'),
    )
    app.get(`${folder}/handler`, (request, reply) => reply.type('text/html; charset=utf-8').send(writeForm(request)))
    app.post(`${folder}/handler`, (request, reply) => {
      const { apiKey, appName, authType, eventId, providerId, redirectUrl } = request.query as Record<string, string>
      const form = formOf(request)
      const outcome = loginOutcomes.find((each) => each === form.get('outcome')) ?? 'failed'
      const person = toPerson(providerId, form, outcome)
      people.set(person.uid, person)
      const result = {
        key: `${apiKey}:${appName}`,
        redirectUrl: authType === 'signInViaRedirect' ? redirectUrl : undefined,
        event:
          outcome === 'cancelled'
            ? undefined
            : {
                type: authType,
                eventId: eventId ?? null,
                sessionId: 'session',
                postBody: null,
                tenantId: null,
                urlResponse: `https://${project_id}.firebaseapp.com${folder}/handler?person=${person.uid}`,
              },
      }
      const data = escapeHtml(JSON.stringify(result))
      return reply
        .type('text/html; charset=utf-8')
        .send(`<!doctype html><body data-result="${data}"><script src="handler.js"></script></body>`)
    })
  }
}

/** The same address at the same provider is the same person. */
function toPerson(providerId: string | undefined, form: URLSearchParams, outcome: LoginOutcome): Person {
  const provider = providerId === 'apple.com' ? 'apple.com' : 'google.com'
  const email = form.get('email')?.trim() || undefined
  const name = form.get('name')?.trim() || undefined
  const refusal = refusals[outcome]
  return {
    provider,
    uid: createHash('sha256').update(`${provider} ${email} ${outcome}`).digest('hex').slice(0, 28),
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

function writeForm(request: FastifyRequest): string {
  const language = languageOf(undefined, request.headers['accept-language'])
  const texts = loginSentences[language]
  const { providerId } = request.query as { providerId?: string }
  const provider = providerId === 'apple.com' ? 'Apple' : 'Google'
  const button = (outcome: LoginOutcome) => {
    const { label, hint } = texts.outcomes[outcome]
    const style = outcome === 'success' ? ' class="success"' : ''
    return `<button name="outcome" value="${outcome}"${style}><strong>${escapeHtml(label)}</strong><span>${escapeHtml(hint)}</span></button>`
  }
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(texts.title(provider, settings().company.name))}</title>
<style>${pageStyle}</style>
</head>
<body><main><header>
<p class="name">${provider}</p>
<p class="badge">${sentences[language].badge}</p>
</header>
<p class="notice">${escapeHtml(texts.notice(provider))}</p>
<form method="post">
<label>${texts.name}<input name="name" value="Awa Ndiaye" autocomplete="off"></label>
<label>${texts.email}<input name="email" type="email" required value="awa.${provider.toLowerCase()}@example.com" autocomplete="off"></label>
${loginOutcomes.map(button).join('\n')}
</form></main></body>
</html>
`
}
