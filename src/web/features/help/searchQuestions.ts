import type { GroupItem } from '#contract/content.ts'

/** Without marks, in small letters: `Déjà` is found by `deja`. */
export const foldWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)

const wordsOfHtml = (html: string) => foldWords(html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&[#\w]+;/g, ' '))

/** Words that every question has. */
const filler = new Set(
  'a an and at by can do does for how i if in is it my of on or the to what when where why with you your ai au aux ce ces comment dans de des du en est et il je la le les ma mes mon ne ou par pas pour puis quand que quel quelle qui se si sur un une vous'.split(
    ' ',
  ),
)

/** Letters that may be wrong in a word of that length. */
const slack = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Whether the one is the other's beginning but for so many letters added, left out, changed or swapped. */
export function isNearly(typed: string, word: string): boolean {
  if (word.startsWith(typed)) return true
  const most = slack(typed.length)
  if (most === 0 || word.length < typed.length - most) return false
  // The last three rows of the table of distances; a whole row's least is what a beginning of `word` costs.
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

/** Those that have every typed word, the ones that have them in their title first; undefined for no words at all. */
export function findQuestions(questions: readonly GroupItem[], typed: string): GroupItem[] | undefined {
  const all = foldWords(typed)
  const significant = all.filter((word) => !filler.has(word))
  const terms = significant.length > 0 ? significant : all
  if (terms.length === 0) return undefined
  const found = questions.flatMap((question) => {
    const title = foldWords(question.title)
    const words = [...title, ...wordsOfHtml(question.html)]
    if (!terms.every((one) => words.some((word) => isNearly(one, word)))) return []
    const inTitle = terms.filter((one) => title.some((word) => isNearly(one, word))).length
    const exact = terms.filter((one) => words.some((word) => word.startsWith(one))).length
    return [{ question, score: inTitle * 2 + exact }]
  })
  return found.sort((a, b) => b.score - a.score).map(({ question }) => question)
}
