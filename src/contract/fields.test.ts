import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { loadEndpoints } from '#test/kits/contract.ts'
import { decimal, line, pageQuery, toPage } from './fields.ts'
import { findPage, pageRoutes } from './pages.ts'

const query = z.strictObject(pageQuery)

describe('pages of a list', () => {
  test('default to page 1 with 10 entries', () => {
    expect(z.parse(query, {})).toEqual({ page: 1, size: 10 })
  })

  test.each(['0', '-1', '1e9', '1.5', 'NaN', '', ' 1', '0x1', '999999999999999999999'])(
    'page=%s is rejected, not clamped',
    (page) => {
      expect(z.safeParse(query, { page }).success).toBe(false)
    },
  )

  test('reject a size over 100', () => {
    expect(z.safeParse(query, { size: '101' }).success).toBe(false)
  })

  test('contain every item exactly once', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.integer({ min: 1, max: 100 }), (total, size) => {
        const { pages } = toPage([], total, 1, size)
        expect(pages).toBeGreaterThanOrEqual(1)
        expect(pages * size).toBeGreaterThanOrEqual(total)
        expect((pages - 1) * size).toBeLessThanOrEqual(Math.max(0, total - 1))
      }),
    )
  })
})

describe('lines of text', () => {
  test.each(['a\u0000b', 'a\nb', '\u007f', 'a\u202eb', '\u2066a', '', '   '])('reject %j', (text) => {
    expect(z.safeParse(line(1, 10), text).success).toBe(false)
  })
  test('accept marks of right-to-left scripts, joiners and any script', () => {
    for (const text of ['א\u200fa', 'می\u200cخواهم', 'Ọ\u0301', '한', '🚗', '–'])
      expect(z.safeParse(line(1, 10), text).success, text).toBe(true)
  })
  test.each([
    '\u200b',
    '\u3164\u3164',
    '\u2800',
    '\u00ad',
    '\u115f\u1160',
    '\u034f',
    '\ufe0f',
    '\u2060 \u200d',
    '\u{e0041}',
  ])('say that %j cannot be seen', (text) => {
    expect(z.safeParse(line(1, 10), text).error?.issues.map(({ message }) => message)).toEqual(['invisible'])
  })
  test.each(['NaN', 'Infinity', '1e3', '91', '--1', '1,5'])('latitude %s is rejected', (text) => {
    expect(z.safeParse(decimal(-90, 90), text).success).toBe(false)
  })
})

describe('addresses of pages', () => {
  test('findPage returns each page with its parameters', () => {
    expect(findPage('/park/green-p-20')).toMatchObject({ route: { key: 'park' }, params: { slug: 'green-p-20' } })
    expect(findPage('/search/')?.route.key).toBe('search')
    expect(findPage('/')?.route.key).toBe('home')
    expect(findPage('/park')).toBeUndefined()
    expect(findPage('/city-parking/qu%C3%A9bec')?.params).toEqual({ place: 'québec' })
  })
  test('match the snapshot', () => {
    expect(pageRoutes.map(({ key, path, listed }) => `${path} ${key}${listed ? ' listed' : ''}`)).toMatchSnapshot()
  })
})

/** The sentences of values that are there, and wrong. */
const ofValues = ['number', 'whole_number', 'instant', 'moment', 'day', 'clock', 'identifier']

test('a number, time or record that is missing is required, in every body', async () => {
  const endpoints = await loadEndpoints()
  const wrong = endpoints.flatMap(({ name, body }) => {
    if (body === undefined || !('shape' in body)) return []
    const names = Object.keys(body.shape as object)
    return [undefined, null, ''].flatMap((missing) => {
      const { error } = z.safeParse(body, Object.fromEntries(names.map((field) => [field, missing])))
      return (error?.issues ?? [])
        .filter(({ path, message }) => path.length === 1 && ofValues.includes(message))
        .map(({ path, message }) => `${name}.${String(path[0])}: ${message}`)
    })
  })
  expect(wrong).toEqual([])
})
