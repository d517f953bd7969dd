import { findWords } from '#contract/accents.ts'
import type { ContentItem, GroupItem } from '#contract/content/content.ts'
import { countMistakes } from '#contract/edit-distance.ts'

const wordsOfHtml = (html: string) => findWords(html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&[#\w]+;/g, ' '))

/** Stop words, which every question contains. */
const filler = new Set(
  'a an and at by can do does for how i if in is it my of on or the to what when where why with you your ai au aux ce ces comment dans de des du en est et il je la le les ma mes mon ne ou par pas pour puis quand que quel quelle qui se si sur un une vous'.split(
    ' ',
  ),
)

/** Number of wrong letters tolerated in a word of this length. */
const slack = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Whether `typed` is a prefix of `word` within that many insertions, deletions, substitutions or swaps. */
export function isNearly(typed: string, word: string): boolean {
  if (word.startsWith(typed)) return true
  const most = slack(typed.length)
  if (most === 0 || word.length < typed.length - most) return false
  return Math.min(...countMistakes(typed, word)) <= most
}

/** Questions that contain every typed word, those with matches in the title first; undefined without words. */
export function findQuestions(questions: readonly GroupItem[], typed: string): GroupItem[] | undefined {
  const typedWords = findWords(typed)
  const significant = typedWords.filter((word) => !filler.has(word))
  const terms = significant.length > 0 ? significant : typedWords
  if (terms.length === 0) return undefined
  const found = questions.flatMap((question) => {
    const title = findWords(question.title)
    const words = [...title, ...wordsOfHtml(question.html)]
    if (!terms.every((term) => words.some((word) => isNearly(term, word)))) return []
    const inTitle = terms.filter((term) => title.some((word) => isNearly(term, word))).length
    const exact = terms.filter((term) => words.some((word) => word.startsWith(term))).length
    return [{ question, score: inTitle * 2 + exact }]
  })
  return found.sort((a, b) => b.score - a.score).map(({ question }) => question)
}

/** Articles that contain every typed word in their title or description; all without words. */
export function findArticles(articles: readonly ContentItem[], typed: string): ContentItem[] {
  const asQuestions = articles.map(({ id, title, description }) => ({
    id,
    title,
    icon: null,
    to: null,
    html: description,
  }))
  const found = findQuestions(asQuestions, typed)
  return found === undefined
    ? [...articles]
    : found.flatMap(({ id }) => articles.filter((article) => article.id === id))
}
