import MarkdownIt, { type Token } from 'markdown-it'
import container from 'markdown-it-container'
import type { Report } from './mistakes.ts'

/** HTML is shown as text, and links lead to pages, https and mail only, so the output needs no sanitizing. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
markdown.use(container, 'block', { validate: (info: string) => info.trim() !== '' })
markdown.validateLink = (href) => /^(https:\/\/|mailto:|\/(?!\/)|#)/.test(href)
// Pictures are blocks of their own, from our own server.
markdown.renderer.rules['image'] = (tokens, index) => markdown.utils.escapeHtml(tokens[index]!.content)
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

/** What stands in a line of the text. */
export interface Located {
  text: string
  line: number
}
export interface MarkdownItem {
  heading: string
  line: number
  html: string
}
/** A `::: info` block: its content as HTML, or as items that each begin with a `###` heading. */
export interface MarkdownBlock {
  render: () => string
  items: () => MarkdownItem[]
}
export type MarkdownPart =
  | { kind: 'text'; render: () => string }
  | { kind: 'heading'; text: string; line: number }
  | ({ kind: 'block'; info: string; line: number } & MarkdownBlock)
export interface SplitMarkdown {
  parts: MarkdownPart[]
  links: Located[]
}

/**
 * Splits Markdown into running text, `##` headings (their raw line) and `:::` blocks. A block that contains a line of
 * `:::` needs a longer marker. `before` is the number of lines above it. Reports blocks without an end, groups that begin
 * without a heading, HTML, images and links that are refused.
 */
export function splitMarkdown(text: string, report: Report, before = 0): SplitMarkdown {
  const env = {}
  const tokens = markdown.parse(text, env)
  const render = (part: Token[]): string => markdown.renderer.render(part, markdown.options, env).trim()
  const lines = text.split('\n')
  const lineOf = ({ map }: Token) => before + (map?.[0] ?? 0) + 1
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
      parts.push({ kind: 'heading', text: tokens[at + 1]!.content, line: lineOf(token) })
      at += 2
    } else if (token.type === 'container_block_open') {
      endRunning()
      const info = token.info.trim()
      if (!/^ *:::+ *$/.test(lines[token.map![1]] ?? '')) report('block_open', lineOf(token), { block: info })
      const end = tokens.findIndex(
        ({ type, level }, n) => n > at && type === 'container_block_close' && level === token.level,
      )
      const content = tokens.slice(at + 1, end)
      const items = () => {
        if (content.length > 0 && !isHeading(content[0]!, 'h3')) report('group_start', lineOf(content[0]!))
        return splitItems(content).map(({ heading, open, body }) => ({
          heading,
          line: lineOf(open),
          html: render(body),
        }))
      }
      parts.push({ kind: 'block', info, line: lineOf(token), render: () => render(content), items })
      at = end
    } else running.push(token)
  }
  endRunning()
  return { parts, links: readInline(tokens, lines, report, before) }
}

/** Returns the links with their lines, and reports what is only shown as text. */
function readInline(tokens: readonly Token[], lines: readonly string[], report: Report, before: number): Located[] {
  const links: Located[] = []
  for (const { type, map, children } of tokens) {
    if (type !== 'inline' || map === null) continue
    // The line within a paragraph: the next one that has what was found.
    let from = map[0]
    const findLine = (part: string): number => {
      const found = lines.findIndex((line, index) => index >= from && index < map[1] && line.includes(part))
      if (found >= 0) from = found
      return before + from + 1
    }
    for (const child of children ?? []) {
      if (child.type === 'link_open') {
        const href = String(child.attrGet('href'))
        links.push({ text: href, line: findLine(href) })
      } else if (child.type === 'image') report('image', findLine('!['), { address: String(child.attrGet('src')) })
      else if (child.type === 'text') {
        const [, tag] = /<[/!]?\s*([a-z][a-z\d-]*)(?=[\s/>]|$)/i.exec(child.content) ?? []
        if (tag !== undefined) report('html', findLine('<'), { tag })
        const [, href] = /(?:\]\(\s*<?|^\[[^\]]+\]:\s*)([^\s)>]+)/.exec(child.content) ?? []
        if (href !== undefined) report('link_refused', findLine(href), { address: href })
      }
    }
  }
  return links
}

const isHeading = ({ type, tag }: Token, expected: 'h2' | 'h3') => type === 'heading_open' && tag === expected

/** What stands before the first heading is left out. */
function splitItems(tokens: Token[]): { heading: string; open: Token; body: Token[] }[] {
  const starts = tokens.flatMap((token, at) => (isHeading(token, 'h3') ? [at] : []))
  return starts.map((at, index) => ({
    heading: tokens[at + 1]!.content,
    open: tokens[at]!,
    body: tokens.slice(at + 3, starts[index + 1] ?? tokens.length),
  }))
}

/** Whether a text may link to an address. */
export const isSafeLink = (href: string): boolean => markdown.validateLink(href)

/** Markdown without `:::` blocks as HTML. */
export const renderMarkdown = (text: string): string => markdown.render(text).trim()
