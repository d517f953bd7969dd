import { languageIn, type Locale } from '#contract/formats.ts'
import type { Language } from '#contract/places/places.ts'
import { contactAt, identity } from '#contract/settings/company.ts'
import { pngOfLogo, sizeOfLogo } from '#contract/settings/logos.ts'
import { settings } from '#contract/settings/settings.ts'
import { textLanguageOf } from '#contract/text-languages.ts'
import { translate } from '#server/output/translate.ts'

/** Blocks of a mail in order. `note` is small print; `facts` a table of names and values. */
export type MailBlock =
  | { kind: 'text' | 'note'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'links'; links: readonly { label: string; url: string }[] }
  /** What to do, in order, some with a link. */
  | { kind: 'steps'; title: string; steps: readonly { text: string; link?: { label: string; url: string } }[] }
  /** The QR code of the booking's pass, which is attached when the mail is sent. */
  | { kind: 'qr_code'; description: string }
export interface MailContent {
  title: string
  /** Public URL of the site, where people find our contact form. */
  base: string
  blocks: readonly MailBlock[]
  /** Unsubscribe link; only for optional mails. */
  unsubscribe_url?: string
  /** An attached calendar file (RFC 5545). */
  calendar?: string
  /** A file that is attached. */
  file?: { name: string; content: Buffer } | undefined
  /** The booking whose QR code and calendar file are attached when the mail is sent. */
  booking_id?: string
}

/** The content id of the attached QR code. */
export const qrCodeId = `pass@${identity.domain}`

const footerOf = (locale: Locale, base: string) =>
  translate(locale, 'mails.footer', { brand: settings().company.name, contact: contactAt(base) })
const unsubscribeIn = (locale: Locale) => translate(locale, 'mails.unsubscribe')

/** Separator of `name: value`; French has a no-break space before the colon. */
const colons = { en: ': ', fr: '\u00a0: ' } as const
const pair = (name: string, value: string, language: Language): string =>
  `${name}${colons[textLanguageOf(language)]}${value}`

export function writeText({ title, base, blocks, unsubscribe_url }: MailContent, locale: Locale): string {
  const language = languageIn(locale)
  const foot = [
    footerOf(locale, base),
    ...(unsubscribe_url ? [pair(unsubscribeIn(locale), unsubscribe_url, language)] : []),
  ]
  return `${[title, ...blocks.map((block) => blockText(block, language)), `-- \n${foot.join('\n')}`].join('\n\n')}\n`
}

function blockText(block: MailBlock, language: Language): string {
  switch (block.kind) {
    case 'code':
      return `    ${block.code}`
    case 'facts':
      return block.rows.map(([name, value]) => pair(name, value, language)).join('\n')
    case 'button':
      return pair(block.label, block.url, language)
    case 'links':
      return block.links.map(({ label, url }) => pair(label, url, language)).join('\n')
    case 'steps':
      return [
        block.title,
        ...block.steps.map(
          ({ text, link }, n) =>
            `${n + 1}. ${text}${link === undefined ? '' : `\n   ${pair(link.label, link.url, language)}`}`,
        ),
      ].join('\n')
    case 'qr_code':
      return block.description
    default:
      return block.text
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign]!)

// Design tokens as literals, because mail programs don't support variables. None has six digits in a row, so that only
// a code does.
const ink = '#0d1526'
const ink_2 = '#4a5568'
const paper = '#fbfaf7'
const line = '#e6e3dc'
/** The colour of what can be pressed, in the light: mail programs that darken it do so themselves. */
const act = () => {
  const { accent } = settings().theme
  if (accent === null) return '#1b4dff'
  return /\d{6}/.test(accent)
    ? `rgb(${[1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16)).join()})`
    : accent
}
const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const dark = `@media (prefers-color-scheme:dark){
.page{background:${ink}!important}.card{background:#1d273c!important;border-color:#34405a!important}
.ink,.ink a{color:#ffffff!important}.soft{color:#c9d0dd!important}.code{background:${ink}!important;color:#ffffff!important}
.line{border-color:#34405a!important}}`

/** Renders the mail as HTML: 600 px wide, inline styles, readable in dark mode. */
export function writeHtml({ title, base, blocks, unsubscribe_url }: MailContent, locale: Locale): string {
  const heading = escapeHtml(title)
  const turnOff = unsubscribe_url
    ? ` <a class="soft" href="${escapeHtml(unsubscribe_url)}" target="_blank" rel="noopener" style="color:${ink_2};text-decoration:underline">${escapeHtml(unsubscribeIn(locale))}</a>`
    : ''
  return `<!doctype html>
<html lang="${languageIn(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${heading}</title><style>${dark}</style></head>
<body class="page" style="margin:0;padding:0;background:${paper}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff;border:1px solid ${line};border-radius:16px;overflow:hidden">
<tr><td height="12" style="height:12px;line-height:12px;font-size:0;background:${ink} repeating-linear-gradient(115deg,transparent 0 26px,#ffffff 26px 30px)">&nbsp;</td></tr>
<tr><td style="padding:28px 32px 32px;${font}">
${brandOf(base)}
<h1 class="ink" style="margin:0 0 16px;font-size:26px;line-height:1.2;letter-spacing:-.02em;color:${ink}">${heading}</h1>
${blocks.map((block) => blockHtml(block, base)).join('\n')}
</td></tr>
<tr><td class="line" style="padding:18px 32px;border-top:1px solid ${line};${font}"><p class="soft" style="margin:0;font-size:13px;line-height:1.5;color:${ink_2}">${writeLines(footerOf(locale, base), base)}${turnOff}</p></td></tr>
</table></td></tr></table></body></html>
`
}

/** The logo, which mail programs show as PNG alone, or the name. */
function brandOf(base: string): string {
  const name = escapeHtml(settings().company.name)
  const { logo } = settings().theme
  if (logo === null)
    return `<p class="ink" style="margin:0 0 24px;font-size:20px;font-weight:800;letter-spacing:-.04em;color:${ink}">${name}</p>`
  const { width, height } = sizeOfLogo(logo)
  const shown = Math.min(32, Math.round((220 * height) / width))
  return `<p style="margin:0 0 24px"><img src="${escapeHtml(base + pngOfLogo(logo))}" alt="${name}" width="${Math.round((width * shown) / height)}" height="${shown}" style="display:block;border:0"></p>`
}

function blockHtml(block: MailBlock, base: string): string {
  switch (block.kind) {
    case 'text':
      return `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${ink}">${writeLines(block.text, base)}</p>`
    case 'note':
      return `<p class="soft" style="margin:0 0 12px;font-size:14px;line-height:1.55;color:${ink_2}">${writeLines(block.text, base)}</p>`
    case 'code':
      return `<p class="code" style="margin:8px 0 20px;padding:18px 12px;border-radius:12px;background:${paper};color:${ink};text-align:center;font-size:40px;font-weight:800;letter-spacing:.18em;font-variant-numeric:tabular-nums">${escapeHtml(block.code)}</p>`
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 20px">${block.rows
        .map(
          ([name, value]) =>
            `<tr><td class="soft line" style="padding:10px 12px 10px 0;border-bottom:1px solid ${line};font-size:15px;color:${ink_2}">${escapeHtml(name)}</td><td class="ink line" align="right" style="padding:10px 0;border-bottom:1px solid ${line};font-size:15px;font-weight:600;color:${ink}">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>`
    case 'links':
      return `<p class="ink" style="margin:0 0 20px;font-size:15px;line-height:2;color:${ink}">${block.links
        .map(anchor)
        .join('<br>')}</p>`
    case 'steps':
      return `<h2 class="ink" style="margin:0 0 8px;font-size:18px;line-height:1.3;color:${ink}">${escapeHtml(block.title)}</h2>
<ol class="ink" style="margin:0 0 20px;padding:0 0 0 24px;font-size:15px;line-height:1.6;color:${ink}">${block.steps
        .map(({ text, link }) => `<li>${escapeHtml(text)}${link === undefined ? '' : `<br>${anchor(link)}`}</li>`)
        .join('')}</ol>`
    case 'qr_code':
      // White around it, also in dark mode: scanners need the quiet zone.
      return `<p style="margin:0 0 20px;text-align:center"><img src="cid:${qrCodeId}" width="240" height="240" alt="${escapeHtml(block.description)}" style="display:inline-block;width:240px;height:240px;background:#ffffff;border-radius:12px"></p>`
    case 'button':
      return `<p style="margin:8px 0 24px"><a href="${escapeHtml(block.url)}" target="_blank" rel="noopener" style="display:inline-block;padding:15px 26px;border-radius:14px;background:${act()};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>`
  }
}

const anchor = ({ label, url }: { label: string; url: string }): string =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noopener" style="color:${act()};font-weight:600;text-decoration:underline">${escapeHtml(label)}</a>`

/** Escapes a text with line breaks. Addresses of our own site become links; others may be someone else's text. */
const writeLines = (text: string, base: string) =>
  escapeHtml(text)
    .replaceAll('\n', '<br>')
    .replaceAll(/https?:\/\/[\w.:/#?=%-]*[\w/]/g, (address) =>
      address.startsWith(`${base}/`)
        ? `<a href="${address}" target="_blank" rel="noopener" style="color:inherit;text-decoration:underline">${address}</a>`
        : address,
    )
