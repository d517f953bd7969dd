import { describe, expect, it } from 'vitest'
import { parseCountry } from './country.ts'

describe('the stored country', () => {
  it('is read as it was written', () => {
    expect(parseCountry('{"id":2,"code":"CA","name":"Canada"}')).toEqual({ id: 2, code: 'CA', name: 'Canada' })
  })
  it('has the id of its code, whatever was stored', () => {
    expect(parseCountry('{"id":99,"code":"SN"}')).toEqual({ id: 3, code: 'SN', name: 'SN' })
  })
  it.each([undefined, '', 'null', '7', '[]', '{"code":"FR"}', '{"code":"__proto__"}', '{'])(
    'is none for %j',
    (text) => {
      expect(parseCountry(text)).toBeUndefined()
    },
  )
})
