import { afterAll, expect, test } from 'vitest'
import type { PageRequest } from '#web/entry-server.tsx'
import { createRenderer } from './renderer.ts'

const renderer = createRenderer({ demo: false, simulated_payments: false, dev_mail: false, ip_lookups: [] })!
afterAll(() => renderer.close())

const pageRequest = (answer: PageRequest['answer']): PageRequest => ({
  url: '/stadium-parking?country=NG',
  language: 'en',
  country: 'NG',
  now: new Date('2026-11-22T12:00:00Z'),
  publicUrl: 'https://parkwell.example',
  missing: false,
  answer,
})
const noPlaces = { items: [], total: 0, page: 1, size: 60, pages: 1, states: [] }

test('renders with the answers of the main thread', async () => {
  const calls: string[] = []
  const page = await renderer.render(
    pageRequest(async (name) => {
      calls.push(name)
      return { status: 200, body: noPlaces }
    }),
  )
  expect(calls).toEqual(['GET /api/v1/places/{kind}'])
  expect(page).toMatchObject({ status: 200, html: expect.stringContaining('Stadium parking') as string })
})

test('rejects the pages of a thread that has ended, and starts another one for the next page', async () => {
  const { promise: called, resolve } = Promise.withResolvers<void>()
  const page = renderer.render(
    pageRequest(() => {
      resolve()
      return new Promise(() => undefined)
    }),
  )
  const rejected = expect(page).rejects.toThrow('the rendering thread has ended')
  await called
  await renderer.close()
  await rejected
  const next = await renderer.render(pageRequest(async () => ({ status: 200, body: noPlaces })))
  expect(next).toMatchObject({ status: 200 })
})

test('rejects with the error of a page, and renders on', async () => {
  await expect(
    renderer.render(pageRequest(async () => ({ status: 500, body: { code: 'internal' } }))),
  ).rejects.toThrow()
  const next = await renderer.render(pageRequest(async () => ({ status: 404, body: { code: 'not_found' } })))
  expect(next).toMatchObject({ status: 404 })
})
