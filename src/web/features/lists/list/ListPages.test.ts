import { expect, test } from 'vitest'
import { describeRows } from './ListPages.tsx'

const t = (key: string, { number }: { number?: unknown } = {}) =>
  key === 'desk.more_than' ? `${String(number)}+` : key
const page = { page: 3, size: 25, items: Array.from({ length: 25 }, (_empty, at) => ({ id: String(at) })), pages: 400 }
const describe = (locale: string, total: number, is_total_capped: boolean) =>
  describeRows({ t, locale } as never, { ...page, total, is_total_capped } as never)

test('says that there are more entries than were counted, in the numbers of the language', () => {
  expect(describe('en-NG', 10_000, true)).toEqual({ from: '51', to: '75', total: '10,000+' })
  expect(describe('fr-SN', 10_000, true).total.replaceAll(/\s/g, ' ')).toBe('10 000+')
  expect(describe('en-NG', 10_000, false).total).toBe('10,000')
})
