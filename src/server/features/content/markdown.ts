import MarkdownIt, { type Token } from 'markdown-it'
import container from 'markdown-it-container'

/** HTML is shown as text, and links lead to pages, https and mail only, so the output needs no sanitizing. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
markdown.use(container, 'block', { validate: (info: string) => info.trim() !== '' })
markdown.validateLink = (href) => /^(https:\/\/|mailto:|\/(?!\/)|#)/.test(href)
markdown.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
  const token = tokens[index]!
  if (String(token.attrGet('href')).startsWith('https://')) token.attrSet('rel', 'noopener')
  return self.renderToken(tokens, index, options)
}
// A table wider than the screen scrolls on its own, also by keyboard.
markdown.renderer.rules['table_open'] = () => '<div class="prose-table" tabindex="0"><table>\n'
markdown.renderer.rules['table_close'] = () => '</table></div>\n'
markdown.renderer.rules['th_open'] = (tokens, index, options, _env, self) => {
  const token = tokens[index]!
  if (token.attrGet('scope') === null) token.attrSet('scope', 'col')
  return self.renderToken(tokens, index, options)
}
// Where the first column has no heading, its cells are row headings.
markdown.core.ruler.push('row_headings', ({ tokens }) => {
  let isRowHeading = false
  for (const [index, token] of tokens.entries()) {
    const isFirst = tokens[index - 1]?.type === 'tr_open'
    if (token.type === 'table_open') isRowHeading = false
    else if (isFirst && token.type === 'th_open' && tokens[index + 1]?.content === '') {
      isRowHeading = true
      retag(tokens, index, 'td')
    } else if (isFirst && isRowHeading && token.type === 'td_open') {
      retag(tokens, index, 'th')
      token.attrSet('scope', 'row')
    }
  }
})

/** Changes the tag of the cell whose opening token is at `index`. */
function retag(tokens: Token[], index: number, tag: 'td' | 'th'): void {
  const [open, close] = [tokens[index]!, tokens[index + 2]!]
  Object.assign(open, { type: `${tag}_open`, tag })
  Object.assign(close, { type: `${tag}_close`, tag })
}

/** A `::: info` block: its content as HTML, or as items that each begin with a `###` heading. */
export type MarkdownBlock = { render: () => string; items: () => { heading: string; html: string }[] }
export type MarkdownPart =
  | { kind: 'text'; render: () => string }
  | { kind: 'heading'; text: string }
  | ({ kind: 'block'; info: string } & MarkdownBlock)

/**
 * Splits Markdown into running text, `##` headings (their raw line) and `:::` blocks. A block that contains a line of
 * `:::` needs a longer marker. Throws for a block without an end.
 */
export function splitMarkdown(text: string): MarkdownPart[] {
  const env = {}
  const tokens = markdown.parse(text, env)
  const render = (part: Token[]): string => markdown.renderer.render(part, markdown.options, env).trim()
  const lines = text.split('\n')
  const parts: MarkdownPart[] = []
  let running: Token[] = []
  const endRunning = () => {
    const part = running
    if (part.length > 0) parts.push({ kind: 'text', render: () => render(part) })
    running = []
  }
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!
    if (isHeading(token, 'h2')) {
      endRunning()
      parts.push({ kind: 'heading', text: tokens[at + 1]!.content })
      at += 2
    } else if (token.type === 'container_block_open') {
      endRunning()
      if (!/^ *:::+ *$/.test(lines[token.map![1]] ?? ''))
        throw new Error(`":::${token.info}" has no closing line of :::`)
      const end = tokens.findIndex(
        ({ type, level }, n) => n > at && type === 'container_block_close' && level === token.level,
      )
      const content = tokens.slice(at + 1, end)
      const items = () => splitItems(content).map(({ heading, body }) => ({ heading, html: render(body) }))
      parts.push({ kind: 'block', info: token.info.trim(), render: () => render(content), items })
      at = end
    } else running.push(token)
  }
  endRunning()
  return parts
}

const isHeading = ({ type, tag }: Token, expected: 'h2' | 'h3') => type === 'heading_open' && tag === expected

function splitItems(tokens: Token[]): { heading: string; body: Token[] }[] {
  const starts = tokens.flatMap((token, at) => (isHeading(token, 'h3') ? [at] : []))
  if (tokens.length > 0 && starts[0] !== 0) throw new Error('a group begins with a ### heading')
  return starts.map((at, index) => ({
    heading: tokens[at + 1]!.content,
    body: tokens.slice(at + 3, starts[index + 1] ?? tokens.length),
  }))
}

/** Markdown without `:::` blocks as HTML. */
export const renderMarkdown = (text: string): string => markdown.render(text).trim()
