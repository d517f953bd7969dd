import { describe, expect, it } from 'vitest'
import { parseCountryCode } from '#web/storage/country.ts'

describe('parseCountryCode', () => {
  it('reads back a stored country', () => {
    expect(parseCountryCode('{"id":2,"code":"CA","name":"Canada"}')).toBe('CA')
  })
  it('needs the code alone, whatever else was stored', () => {
    expect(parseCountryCode('{"id":99,"code":"SN"}')).toBe('SN')
  })
  it.each([undefined, '', 'null', '7', '[]', '{"code":"FR"}', '{"code":"__proto__"}', '{'])(
    'is none for %j',
    (text) => {
      expect(parseCountryCode(text)).toBeNull()
    },
  )
})
