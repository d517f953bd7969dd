import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { forms, listSourceForms, otherForms } from '#test/kits/form-walk.ts'

test('every form of the web is walked, or says why not', async () => {
  const sources = await listSourceForms()
  expect(sources.length).toBeGreaterThan(60)
  expect(new Set(sources).size).toBe(sources.length)
  const known = [...Object.values(forms).map(({ form }) => form), ...Object.keys(otherForms)]
  expect(sources.filter((form) => !known.includes(form))).toEqual([])
  expect(known.filter((form) => !sources.includes(form))).toEqual([])
})

/** Values of the cache that no request answers. */
const notAnswers: Readonly<Record<string, string>> = {
  'src/web/api/storeAnswer.ts': 'cancels the requests under way first',
  'src/web/features/checkout/api-agreed.ts': 'keeps what was agreed to for the next page, which nothing asks for',
}

test('only the one helper that cancels requests under way writes to the cache of answers', async () => {
  const found: string[] = []
  for await (const file of glob('src/web/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$/.test(file)) continue
    if (/\.(?:setQueryData|setQueriesData|cancelQueries)\b/.test(readFileSync(file, 'utf8'))) found.push(file)
  }
  expect(found.toSorted()).toEqual(Object.keys(notAnswers).toSorted())
})

/** What is loaded before it is rendered, or where a failure replaces nothing that is shown. */
const plainLazy: Readonly<Record<string, string>> = {
  'src/web/features/lists/list/ListFilters.tsx': 'is rendered once its code has come',
}

test('a part of the desk or of the gate that is loaded later leaves its screen when it fails', async () => {
  const found: string[] = []
  for await (const file of glob('src/web/features/{desk,guard,lists}/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$/.test(file)) continue
    if (/\blazy\(/.test(readFileSync(file, 'utf8'))) found.push(file)
  }
  expect(found.toSorted()).toEqual(Object.keys(plainLazy).toSorted())
})
