import { describe, expect, it } from 'vitest'
import { builtInStates } from './builtInStates.ts'
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

describe('the built-in states (specification, section 9)', () => {
  it.each([
    [1, 7, 1],
    [2, 5, 101],
    [3, 4, 201],
    [4, 4, 301],
  ])('country %i has %i, from id %i', (country_id, count, first) => {
    const states = builtInStates(country_id)
    expect(states.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => first + index))
    expect(new Set(states.map((state) => state.country_id))).toEqual(new Set([country_id]))
  })
  it('are those of country 1 for an unknown one', () => {
    expect(builtInStates(77)).toEqual(builtInStates(1))
  })
})
