/** Markup that is safe as it stands: made by `html` alone. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | readonly Part[] | undefined | false

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const written = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(written).join('')
  return escapeHtml(String(part))
}

/** Whatever is put into it is escaped, but markup made by itself. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.reduce((text, string, index) => text + written(parts[index - 1]) + string))

/** A data block, not a script: `<` is escaped so that nothing inside can end it. */
export const dataBlock = (type: string, data: unknown, id?: string): Markup =>
  new Markup(
    `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  )
