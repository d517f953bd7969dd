import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { settings } from '#contract/settings/settings.ts'
import type { ProviderName } from '#server/providers/payments/provider.ts'
import { pageStyle } from './page-style.ts'
import { onboardingSentences, sentences, type Language } from './page-text.ts'
import { nameOf, outcomes, type Outcome } from './stand-in.ts'

export interface HostedPage {
  provider: ProviderName
  language: Language
  /** The amount charged, in major units written exactly: `5000`, `25.00`. */
  amount: string
  currency: string
  reference: string
  /** Addresses that the payer may be redirected to; the form is restricted to their origins. */
  addresses: string[]
  /** The outcome, once the page accepts no more payments. */
  closed: { outcome: Outcome; back: string } | null
}

const styleHash = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`

/** Sends the hosted page. All outside text is escaped and scripts are forbidden. */
export function sendPage(reply: FastifyReply, page: HostedPage, status = 200) {
  return send(reply, {
    status,
    language: page.language,
    addresses: page.addresses,
    name: nameOf[page.provider],
    body: bodyOf(page),
  })
}

/** Sends a page for an unknown payment. */
export function sendMissing(reply: FastifyReply, provider: ProviderName, language: Language) {
  const texts = sentences[language]
  const name = nameOf[provider]
  return send(reply, {
    status: 404,
    language,
    addresses: [],
    name,
    body: `${headOf(name, language)}<h1>${texts.missing}</h1><p>${texts.missingHint}</p>`,
  })
}

/** Sends the page on which an owner enters what Stripe needs to pay them out. */
export function sendOnboarding(reply: FastifyReply, language: Language, addresses: string[]) {
  const texts = onboardingSentences[language]
  const name = nameOf.stripe
  const body = `${headOf(name, language)}
<p class="notice">${escapeHtml(texts.notice(name))}</p>
<h1>${escapeHtml(texts.heading(settings().company.name))}</h1>
<form method="post">
<label>${texts.name}<input name="name" autocomplete="organization" maxlength="100" required></label>
<button name="outcome" value="done" class="success"><strong>${texts.done.label}</strong><span>${texts.done.hint}</span></button>
<button name="outcome" value="later" formnovalidate><strong>${texts.later.label}</strong><span>${texts.later.hint}</span></button>
</form>`
  return send(reply, { status: 200, language, addresses, name, title: texts.title(name), body })
}

/** Returns the payer's language: the one set with the payment, else English or French by `Accept-Language`. */
export function languageOf(requested: string | null | undefined, accepted: string | undefined): Language {
  for (const tag of [requested ?? '', ...byQuality(accepted ?? '')]) {
    const language = tag.trim().slice(0, 2).toLowerCase()
    if (language === 'fr' || language === 'en') return language
  }
  return 'en'
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

interface Page {
  status: number
  language: Language
  addresses: string[]
  name: string
  /** By default that of a payment. */
  title?: string
  body: string
}

function send(reply: FastifyReply, { status, language, addresses, name, body, ...page }: Page) {
  // Browsers apply form-action to redirects too, so it must list the product's own origin.
  const targets = new Set(["'self'", ...addresses.map((address) => new URL(address).origin)])
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `form-action ${[...targets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const title = page.title ?? sentences[language].title(name, settings().company.name)
  return reply.code(status).headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }).send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body><main>${body}</main></body>
</html>
`)
}

const headOf = (name: string, language: Language): string => `<header>
<p class="name">${escapeHtml(name)}</p>
<p class="badge">${sentences[language].badge}</p>
</header>`

function bodyOf(page: HostedPage): string {
  const texts = sentences[page.language]
  const name = nameOf[page.provider]
  return `${headOf(name, page.language)}
<p class="notice">${escapeHtml(texts.notice(name))}</p>
<h1>${escapeHtml(texts.heading(settings().company.name))}</h1>
<p class="amount">${escapeHtml(amountText(page))}</p>
<dl><dt>${texts.reference}</dt><dd>${escapeHtml(page.reference)}</dd></dl>
${page.closed ? closedPart(page.closed, texts) : formPart(texts)}`
}

type Sentences = (typeof sentences)[Language]

const formPart = (texts: Sentences): string => `<form method="post">
<h2>${texts.question}</h2>
${outcomes
  .map(
    (outcome) => `<button name="outcome" value="${outcome}" class="${outcome}">
<strong>${texts.outcomes[outcome].label}</strong><span>${texts.outcomes[outcome].hint}</span>
</button>`,
  )
  .join('\n')}
</form>`

const closedPart = ({ outcome, back }: NonNullable<HostedPage['closed']>, texts: Sentences): string =>
  `<h2>${texts.closed[outcome]}</h2>
<p><a class="back" href="${escapeHtml(back)}">${escapeHtml(texts.back(settings().company.name))}</a></p>`

/** `XOF 5,000`, `5 000 XOF`: the code instead of a sign, so that the dollar is unambiguous. */
function amountText({ amount, currency, language }: HostedPage): string {
  const digits = amount.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(Number(amount))
}

function byQuality(accepted: string): string[] {
  return accepted
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';')
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return { tag, weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
