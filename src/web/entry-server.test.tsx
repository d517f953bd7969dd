import { describe, expect, test } from 'vitest'
import type { Content } from '#contract/content/content.ts'
import type { PageConfig } from '#contract/system.ts'
import { createRenderer, type PageRequest } from './entry-server.tsx'

const config: PageConfig = {
  demo: false,
  simulated_payments: false,
  dev_mail: false,
  demo_desk: false,
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

const request = (change: Partial<PageRequest> = {}): PageRequest => ({
  url: '/about',
  language: 'en',
  country: null,
  signedIn: false,
  now: new Date('2026-11-22T10:07:00Z'),
  publicUrl: 'https://parkwell.example',
  answer: async (_endpoint, _input, language) => ({
    status: 200,
    body: content(language === 'fr' ? 'Qui sommes-nous' : 'Who we are'),
  }),
  ...change,
})

describe('a page rendered on the server', () => {
  const render = createRenderer(config)
  const renderPage = async (change?: Partial<PageRequest>) => {
    const page = await render(request(change))
    return page !== undefined && 'html' in page ? { ...page, html: Buffer.concat(page.html).toString() } : undefined
  }

  test('is complete without a script', async () => {
    const page = await renderPage()
    expect(page?.html).toContain('Who we are</h1>')
    expect(page?.html).toContain('Part 199')
    expect(page?.html).not.toMatch(/<script|<template|hidden id="S:/)
  })

  test('brings along the queries, the moment, the language and the country that it was rendered with', async () => {
    const page = await renderPage({ country: 'SN', language: 'fr' })
    expect(page?.state).toMatchObject({ rendered_at: '2026-11-22T10:07:00.000Z', language: 'fr', country: 'SN' })
    expect(page?.state.queries.queries.map(({ queryKey }) => queryKey)).toEqual([['content', 'fr', 'about']])
    expect(page?.html).toContain('Sénégal')
  })

  test('keeps concurrent requests apart', async () => {
    const languages = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'en' : 'fr'))
    const pages = await Promise.all(languages.map((language) => renderPage({ language })))
    const headings = pages.map((page) => /<h1[^>]*>([^<]*)/.exec(page?.html ?? '')?.[1])
    expect(headings).toEqual(languages.map((language) => (language === 'fr' ? 'Qui sommes-nous' : 'Who we are')))
  })

  test('has the head of its address in the language', async () => {
    const page = await renderPage({ language: 'fr' })
    expect(page?.head).toMatchObject({ title: 'Qui sommes-nous | Parkwell', address: '/about' })
    expect(JSON.stringify(page?.head.data)).toContain('https://parkwell.example/about?lang=fr')
  })

  test('is the frame with its loader if it declares no data', async () => {
    const page = await renderPage({ url: '/wallet', signedIn: true })
    expect(page).toMatchObject({ status: 200, state: { is_frame: true, queries: { queries: [] } } })
    expect(page?.html).toContain('role="progressbar"')
  })

  test('asks somebody who is signed out to log in, where nothing else is shown to them', async () => {
    const page = await renderPage({ url: '/wallet' })
    expect(page).toMatchObject({ status: 200, state: { is_frame: false, queries: { queries: [] } } })
    expect(page?.html).toContain('Please login to view your account</h1>')
  })

  test.each([
    [404, 404],
    [410, 410],
    [422, 404],
  ])('does not exist if its data do not, with %i as %i', async (status, expected) => {
    const page = await renderPage({ answer: async () => ({ status, body: { code: 'not_found' } }) })
    expect(page).toMatchObject({ status: expected, head: { address: undefined }, state: { refused: true } })
    expect(page?.html).toContain('404 Page Not Found!</h1>')
    expect(page?.state.queries.queries).toEqual([])
  })

  test.each([{ url: '/nowhere' }, { missing: true }])(
    'says that there is nothing at an address (%#)',
    async (change) => {
      const page = await renderPage({ ...change, language: 'fr' })
      expect(page?.status).toBe(404)
      expect(page?.html).toMatch(/<h1[^>]*>[^<]*404/)
    },
  )

  test('fails if its data cannot be read, and is then a frame that asks for them itself', async () => {
    const answer = async () => ({ status: 500, body: {} })
    await expect(render(request({ answer }))).rejects.toThrow()
    const page = await renderPage({ answer, failed: true })
    expect(page).toMatchObject({ status: 503, state: { is_frame: true, queries: { queries: [] } } })
    expect(page?.html).toContain('role="progressbar"')
  })
})
