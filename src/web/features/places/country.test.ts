import { describe, expect, it } from 'vitest'
import { parseCountry } from '#web/lib/country.ts'

describe('parseCountry', () => {
  it('reads back a stored country', () => {
    expect(parseCountry('{"id":2,"code":"CA","name":"Canada"}')).toEqual({ id: 2, code: 'CA', name: 'Canada' })
  })
  it('takes the id from the code, whatever was stored', () => {
    expect(parseCountry('{"id":99,"code":"SN"}')).toEqual({ id: 3, code: 'SN', name: 'SN' })
  })
  it.each([undefined, '', 'null', '7', '[]', '{"code":"FR"}', '{"code":"__proto__"}', '{'])(
    'is none for %j',
    (text) => {
      expect(parseCountry(text)).toBeUndefined()
    },
  )
})
