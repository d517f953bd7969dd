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

/** `t` as a component has it. */
function translator(): ReturnType<typeof useTranslation>['t'] {
  const found: ReturnType<typeof useTranslation>['t'][] = []
  const Asking = () => {
    found.push(useTranslation().t)
    return null
  }
  renderToStaticMarkup(createElement(Asking))
  return found[0]!
}

describe.each([
  ['en', en],
  ['fr', fr],
])('%s: every sentence as i18next says it', (language, catalogue) => {
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
    const ask = real.t as unknown as typeof t
    for (const [full, sentence] of all) {
      const stem = full.replace(/_(one|many|other)$/, '')
      const key = keys.has(`${stem}_one`) ? stem : full
      const holes = [...sentence.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => [name!, `<${name}> & $1`])
      const values = { ...Object.fromEntries(holes), ...(key === full ? {} : { count }) }
      expect(t(key, values)).toBe(ask(key, values))
    }
  })
})

test('an area that has not come is asked for, and stands empty meanwhile; a wrong key is shown', () => {
  let asked = 0
  setCatalogue('en', { shell: { menu: 'Menu' } }, () => {
    asked += 1
  })
  const t = translator()
  expect([t('shell.menu'), t('park.title'), t('shell.nothing'), t('__proto__.x')]).toEqual([
    'Menu',
    '',
    'shell.nothing',
    '',
  ])
  expect(asked).toBe(2)
})

test('marked parts are drawn by their components, values in them are text', () => {
  setCatalogue('en', { a: { b: 'Sent to <strong>{{email}}</strong>. <b>x</b>' } }, () => undefined)
  const props = { i18nKey: 'a.b', values: { email: '<i>@x' }, components: { strong: createElement('em') } }
  expect(renderToStaticMarkup(createElement(Trans, props))).toBe('Sent to <em>&lt;i&gt;@x</em>. &lt;b&gt;x&lt;/b&gt;')
})
