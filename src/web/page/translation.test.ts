import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readTranslation, setCatalogue, Trans, type Translate } from './translation.ts'

test('requests a missing area and shows it empty; shows the key if only the sentence is missing', () => {
  let missingCalls = 0
  setCatalogue('en', { shell: { menu: 'Menu' } }, () => {
    missingCalls += 1
  })
  const translate = readTranslation().t as (key: string) => string
  expect(['shell.menu', 'park.title', 'shell.nothing', '__proto__.x'].map((key) => translate(key))).toEqual([
    'Menu',
    '',
    'shell.nothing',
    '',
  ])
  expect(missingCalls).toBe(2)
})

test('renders marked parts with their components and escapes values', () => {
  setCatalogue('en', { auth: { verify: { lead: 'Sent to <strong>{{email}}</strong>. <b>x</b>' } } }, () => undefined)
  const props = {
    sentence: 'auth.verify.lead' as const,
    values: { email: '<i>@x' },
    components: { strong: createElement('em') },
  }
  expect(renderToStaticMarkup(createElement(Trans, props))).toBe('Sent to <em>&lt;i&gt;@x</em>. &lt;b&gt;x&lt;/b&gt;')
})

test('accepts the keys of the catalogue only', () => {
  const accept = (t: Translate, tone: 'free' | 'few') => [
    t('park.closed'),
    t(`park.spaces_${tone}`, { count: 2 }),
    // @ts-expect-error there is no such sentence
    t('park.nothing'),
    // @ts-expect-error an area is not a sentence
    t('park'),
  ]
  expect(accept((key) => key, 'few')).toContain('park.spaces_few')
})
