import { describe, expect, test } from 'vitest'
import type { Content } from '#contract/content.ts'
import type { PageConfig } from '#contract/system.ts'
import { createRenderer, type PageRequest } from './entry-server.tsx'

const config: PageConfig = {
  demo: false,
  simulated_payments: false,
  dev_mail: false,
  map_style_url: '/basemap/style.json',
  ip_lookups: [],
}

const content = (headline: string): Content => ({
  id: 'about',
  title: headline,
  description: '',
  picture: 'about',
  icon: null,
  headline,
  eyebrow: null,
  lead: 'A lead',
  look: 'text',
  actions: [],
  // Large enough for React to hide it behind a script by default.
  sections: Array.from({ length: 200 }, (_, n) => ({
    id: `part-${n}`,
    title: `Part ${n}`,
    blocks: [{ kind: 'text' as const, html: `<p>${'word '.repeat(50)}</p>` }],
  })),
  updated: '2026-11-22',
  items: [],
})

const answer = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const request = (change: Partial<PageRequest> = {}): PageRequest => ({
  url: '/about',
  language: 'en',
  country: null,
  now: new Date('2026-11-22T10:07:00Z'),
  send: async (_address, { headers }) =>
    answer(content((headers as Record<string, string>)['accept-language'] === 'fr' ? 'Qui sommes-nous' : 'Who we are')),
  ...change,
})

describe('a page rendered on the server', () => {
  const render = createRenderer(config)

  test('is complete without a script', async () => {
    const page = await render(request())
    expect(page?.html).toContain('Who we are</h1>')
    expect(page?.html).toContain('Part 199')
    expect(page?.html).not.toMatch(/<script|<template|hidden id="S:/)
  })

  test('brings along the queries, the moment, the language and the country that it was rendered with', async () => {
    const page = await render(request({ country: 'SN', language: 'fr' }))
    expect(page?.state).toMatchObject({ rendered_at: '2026-11-22T10:07:00.000Z', language: 'fr', country: 'SN' })
    expect(page?.state.queries.queries.map(({ queryKey }) => queryKey)).toEqual([['content', 'fr', 'about']])
    expect(page?.html).toContain('Sénégal')
  })

  test('keeps concurrent requests apart', async () => {
    const languages = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'en' : 'fr'))
    const pages = await Promise.all(languages.map((language) => render(request({ language }))))
    const headings = pages.map((page) => /<h1[^>]*>([^<]*)/.exec(page?.html ?? '')?.[1])
    expect(headings).toEqual(languages.map((language) => (language === 'fr' ? 'Qui sommes-nous' : 'Who we are')))
  })

  test('is left to the browser if it declares no data, or if the server refuses them', async () => {
    expect(await render(request({ url: '/wallet' }))).toBeUndefined()
    expect(await render(request({ url: '/nowhere' }))).toBeUndefined()
    expect(await render(request({ send: async () => answer({ code: 'not_found' }, 404) }))).toBeUndefined()
  })
})
