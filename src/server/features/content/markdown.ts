import MarkdownIt from 'markdown-it'

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
  tokens[index]!.attrSet('scope', 'col')
  return self.renderToken(tokens, index, options)
}

export const renderMarkdown = (text: string): string => markdown.render(text).trim()
/** A line, without a paragraph around it, and without its marks. */
export const plainLine = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`]/g, '')
