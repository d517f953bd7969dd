import type { Page } from '@playwright/test'

/** Lists the texts of a page that are no words: keys of sentences, holes for values, and what a program writes for nothing. */
export const findRawTexts = (page: Page): Promise<string[]> => page.evaluate(collectRawTexts)

/** Runs in the page. */
function collectRawTexts(): string[] {
  const key = /^[a-z][a-z\d]*(_[a-z\d]+)*(\.[a-z][a-z\d]*(_[a-z\d]+)*)+$/
  const isRaw = (text: string) =>
    (key.test(text) && !/\.(com|org|net|example|ng|ca|sn|md|ts|pdf)$/.test(text)) ||
    /\{\{|\bundefined\b|\bNaN\b|\[object |Invalid Date|Missing::/.test(text)
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const raw: string[] = []
  while (texts.nextNode()) {
    const { parentElement: parent, textContent } = texts.currentNode
    const text = textContent?.trim() ?? ''
    // Codes, what people have typed and sentences that can be changed are shown as they are.
    if (
      parent === null ||
      !isRaw(text) ||
      parent.closest('script, style, template, code, pre, .font-mono, [data-sentence]') !== null
    )
      continue
    if (parent.checkVisibility()) raw.push(text)
  }
  for (const named of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    for (const name of ['aria-label', 'placeholder', 'title']) {
      const text = named.getAttribute(name)?.trim() ?? ''
      if (isRaw(text)) raw.push(`${name}: ${text}`)
    }
  return raw
}
