import { expect, test } from 'vitest'
import { parseContentText, makeOrKeepLast, type Text } from './text.ts'

const description = 'A description for search engines, of at least fifty characters.'
const page = `---\ntitle: A page\ndescription: ${description}\npicture: about\nlead: The subject of the page, in a line.\n---\n\nOne two three.\n`
const make = (text: string) => parseContentText('a-page', text, { known: 1 })

test.each([
  ['an empty file', ''],
  ['an unterminated head', page.replace('\n---\n\n', '\n')],
  ['a head that is not valid YAML', page.replace('title: A page', 'title: "A page')],
  ['a description that is too short', page.replace(description, 'Short.')],
  ['an unknown field', page.replace('title:', 'titel: x\ntitle:')],
  ['an unknown placeholder', page.replace('One', '{{unknown}}')],
])('%s: keeps serving the last valid version and reports the error', (_mistake, text) => {
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const before = make(page)
  expect(makeOrKeepLast(() => make(text), before, report)).toBe(before)
  expect(makeOrKeepLast<Text | undefined>(() => make(text), undefined, report)).toBeUndefined()
  expect(reported).toHaveLength(2)
})

test('serves the new version once it is valid', () => {
  const next = makeOrKeepLast(
    () => make(page.replace('One', '{{known}}')),
    make(page),
    () => expect.unreachable(),
  )
  expect(JSON.stringify(next.sections)).toContain('1 two three.')
  expect(next.minutes).toBe(1)
})

test('requires a date and tags for a post', () => {
  expect(() => parseContentText('posts/one', page, {})).toThrow(/date/)
})
