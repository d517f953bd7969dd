import { afterAll, expect, test } from 'vitest'
import { calculateEtag } from '#server/http/etag.ts'
import type { WrittenPage } from './page.ts'
import { type AnswerCall, createRenderer, type WritePage } from './renderer.ts'

const renderer = createRenderer({
  demo: false,
  simulated_payments: false,
  dev_mail: false,
  demo_desk: false,
  ip_lookups: [],
})!
afterAll(() => renderer.close())

const pageRequest = (answer: AnswerCall): Parameters<WritePage>[0] => ({
  url: '/stadium-parking?country=NG',
  language: 'en',
  country: 'NG',
  signedIn: false,
  now: new Date('2026-11-22T12:00:00Z'),
  publicUrl: 'https://parkwell.example',
  missing: false,
  answer,
})
const noPlaces = JSON.stringify({ items: [], total: 0, page: 1, size: 60, pages: 1, states: [] })

test('renders with the answers of the main thread', async () => {
  const calls: string[] = []
  const page = await renderer.render(
    pageRequest(async (name) => {
      calls.push(name)
      return { status: 200, json: noPlaces }
    }),
  )
  expect(calls).toEqual(['GET /api/v1/places/{kind}'])
  expect(page).toMatchObject({ status: 200, is_private: false })
  const html = Buffer.from((page as WrittenPage).html.buffer)
  expect(html.toString()).toMatch(/^<!doctype html>.*<title>Stadium parking.*<\/html>\s*$/s)
  expect(page).toMatchObject({ etag: calculateEtag(html) })
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
  const next = await renderer.render(pageRequest(async () => ({ status: 200, json: noPlaces })))
  expect(next).toMatchObject({ status: 200 })
})

test('gives no page to a thread that is being ended', async () => {
  const request = () => pageRequest(async () => ({ status: 200, json: noPlaces }))
  await renderer.render(request())
  const ended = renderer.close()
  expect(await renderer.render(request())).toMatchObject({ status: 200 })
  await ended
})

test('rejects with the error of a page, and renders on', async () => {
  await expect(
    renderer.render(pageRequest(async () => ({ status: 500, json: '{"code":"internal"}' }))),
  ).rejects.toThrow()
  const next = await renderer.render(pageRequest(async () => ({ status: 404, json: '{"code":"not_found"}' })))
  expect(next).toMatchObject({ status: 404 })
})
