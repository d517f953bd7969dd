import { expect, test } from 'vitest'
import { calculateEtag, isUnchanged } from '#server/http/etag.ts'
import { PageCache } from './page-cache.ts'

const start = new Date('2026-11-22T12:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const makePage = (text: string) => ({ html: Buffer.from(text), etag: calculateEtag(Buffer.from(text)) })

test('keeps a page for its lifetime', () => {
  const cache = new PageCache(10_000)
  cache.add('/ en', makePage('one'), start)
  expect(cache.find('/ en', after(9))?.html.toString()).toBe('one')
  expect(cache.find('/ en', after(10))).toBeUndefined()
  expect(cache.find('/ fr', start)).toBeUndefined()
})

test('drops the oldest pages beyond its limit', () => {
  const cache = new PageCache(10_000, 1_000)
  for (const key of ['a', 'b', 'c']) cache.add(key, makePage('x'.repeat(400)), start)
  expect(['a', 'b', 'c'].map((key) => cache.find(key, start) !== undefined)).toEqual([false, true, true])
  cache.add('large', makePage('x'.repeat(1_000)), start)
  expect(cache.find('large', start)).toBeUndefined()
  expect(cache.find('c', start)).toBeDefined()
})

test('keeps nothing with a lifetime of 0', () => {
  const cache = new PageCache(0)
  cache.add('a', makePage('x'), start)
  expect(cache.find('a', start)).toBeUndefined()
})

test('finds an unchanged page among several tags', () => {
  const { etag } = makePage('one')
  expect(isUnchanged(`W/"x", ${etag}`, etag)).toBe(true)
  expect(isUnchanged('W/"x"', etag)).toBe(false)
  expect(isUnchanged(undefined, etag)).toBe(false)
})
