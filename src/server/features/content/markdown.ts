import MarkdownIt, { type Token } from 'markdown-it'

/** Markup in a text is shown as it was typed, and a link goes nowhere but to pages and mail: nothing is left to clean. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
markdown.validateLink = (href) => /^(https:\/\/|mailto:|\/(?!\/)|#)/.test(href)
markdown.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
  const token = tokens[index]!
  if (String(token.attrGet('href')).startsWith('https://')) token.attrSet('rel', 'noopener')
  return self.renderToken(tokens, index, options)
}
// A table wider than the screen scrolls by itself, by keyboard too.
markdown.renderer.rules['table_open'] = () => '<div class="prose-table" tabindex="0"><table>\n'
markdown.renderer.rules['table_close'] = () => '</table></div>\n'
markdown.renderer.rules['th_open'] = (tokens, index, options, _env, self) => {
  const token = tokens[index]!
  if (token.attrGet('scope') === null) token.attrSet('scope', 'col')
  return self.renderToken(tokens, index, options)
}
// Where nothing stands over the first column, its cells are the headings of their rows.
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

/** Of a cell: its opening, its line, its closing. */
function retag(tokens: Token[], index: number, tag: 'td' | 'th'): void {
  const [open, close] = [tokens[index]!, tokens[index + 2]!]
  Object.assign(open, { type: `${tag}_open`, tag })
  Object.assign(close, { type: `${tag}_close`, tag })
}

export const renderMarkdown = (text: string): string => markdown.render(text).trim()
/** A line, without a paragraph around it, and without its marks. */
export const plainLine = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`]/g, '')
