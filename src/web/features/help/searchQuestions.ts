import { findWords } from '#contract/accents.ts'
import type { GroupItem } from '#contract/content/content.ts'

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
  // The last three rows of the edit distance table; the minimum of a row is the distance to the best prefix of `word`.
  let before: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_none, n) => n)
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= word.length; j += 1) {
      const same = typed[i - 1] === word[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      if (swapped) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
    }
    before = last
    last = row
  }
  return Math.min(...last) <= most
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
