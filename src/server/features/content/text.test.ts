import { expect, test } from 'vitest'
import { makeText, newestGood, type Text } from './text.ts'

const description = 'What stands in a search engine, in some sixty characters.'
const page = `---\ntitle: A page\ndescription: ${description}\npicture: about\nlead: What it is about, in a line.\n---\n\nOne two three.\n`
const make = (text: string) => makeText('a-page', text, { known: 1 })

test.each([
  ['an empty file, as an editor leaves it for a moment', ''],
  ['a head without its end', page.replace('\n---\n\n', '\n')],
  ['a head that is no YAML', page.replace('title: A page', 'title: "A page')],
  ['a description too short', page.replace(description, 'Short.')],
  ['a field that no page has', page.replace('title:', 'titel: x\ntitle:')],
  ['a number that the code does not know', page.replace('One', '{{unknown}}')],
])('%s: readers have the page as it was, and it is told', (_mistake, text) => {
  const told: unknown[] = []
  const tell = (error: unknown) => void told.push(error)
  const before = make(page)
  expect(newestGood(() => make(text), before, tell)).toBe(before)
  expect(newestGood<Text | undefined>(() => make(text), undefined, tell)).toBeUndefined()
  expect(told).toHaveLength(2)
})

test('what is right takes the place of what was', () => {
  const next = newestGood(
    () => make(page.replace('One', '{{known}}')),
    make(page),
    () => expect.unreachable(),
  )
  expect(JSON.stringify(next.sections)).toContain('1 two three.')
  expect(next.minutes).toBe(1)
})

test('a post has a day and its topics', () => {
  expect(() => makeText('posts/one', page, {})).toThrow(/date/)
})
