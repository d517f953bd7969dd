import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { web as en } from '#i18n/en/web.ts'
import { web as fr } from '#i18n/fr/web.ts'
import { setCatalogue, Trans, useTranslation } from './translation.ts'

type Words = { [key: string]: string | Words }

const flat = (words: Words, prefix = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, part]) =>
    typeof part === 'string' ? [[prefix + key, part] as [string, string]] : flat(part, `${prefix}${key}.`),
  )

/** `t` as `useTranslation` returns it. */
function translator(): ReturnType<typeof useTranslation>['t'] {
  const found: ReturnType<typeof useTranslation>['t'][] = []
  const Probe = () => {
    found.push(useTranslation().t)
    return null
  }
  renderToStaticMarkup(createElement(Probe))
  return found[0]!
}

describe.each([
  ['en', en],
  ['fr', fr],
])('%s: every sentence equals i18next’s', (language, catalogue) => {
  const real = i18next.createInstance()
  const all = flat(catalogue as unknown as Words)
  const keys = new Set(all.map(([key]) => key))

  test.each([0, 1, 2, 21, 1_000_000])('with %d', async (count) => {
    await real.init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: { translation: catalogue } },
      interpolation: { escapeValue: false },
    })
    setCatalogue(language, catalogue as unknown as Words, () => undefined)
    const t = translator()
    const expectedT = real.t as unknown as typeof t
    for (const [full, sentence] of all) {
      const stem = full.replace(/_(one|many|other)$/, '')
      const key = keys.has(`${stem}_one`) ? stem : full
      const holes = [...sentence.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => [name!, `<${name}> & $1`])
      const values = { ...Object.fromEntries(holes), ...(key === full ? {} : { count }) }
      expect(t(key, values)).toBe(expectedT(key, values))
    }
  })
})

test('requests a missing area and shows it empty; shows the key if only the sentence is missing', () => {
  let missingCalls = 0
  setCatalogue('en', { shell: { menu: 'Menu' } }, () => {
    missingCalls += 1
  })
  const t = translator()
  expect([t('shell.menu'), t('park.title'), t('shell.nothing'), t('__proto__.x')]).toEqual([
    'Menu',
    '',
    'shell.nothing',
    '',
  ])
  expect(missingCalls).toBe(2)
})

test('renders marked parts with their components and escapes values', () => {
  setCatalogue('en', { a: { b: 'Sent to <strong>{{email}}</strong>. <b>x</b>' } }, () => undefined)
  const props = { i18nKey: 'a.b', values: { email: '<i>@x' }, components: { strong: createElement('em') } }
  expect(renderToStaticMarkup(createElement(Trans, props))).toBe('Sent to <em>&lt;i&gt;@x</em>. &lt;b&gt;x&lt;/b&gt;')
})
