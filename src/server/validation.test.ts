import fc from 'fast-check'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { listParks, mapParks } from '#contract/parks.ts'
import { parserOf, ValidationFailed } from './validation.ts'

const names = ['lat', 'lng', 'size', 'page', 'search', 'fits', 'kind', 'bbox', 'zoom', 'sort', 'start_time', 'nothing']
const values = [
  '1',
  '43.65',
  '91',
  '-0',
  '',
  ' a ',
  'true',
  'garage',
  '-1,2,3,4',
  'best',
  '2026-11-23T15:00:00Z',
  'é\0',
]
const query = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: fc.array(fc.string()) }),
  { maxKeys: 5 },
)
const body = fc.record(
  {
    of: fc.oneof(fc.record({ a: fc.string() }), fc.anything()),
    list: fc.oneof(fc.array(fc.string()), fc.anything()),
    more: fc.constant(undefined),
  },
  { requiredKeys: [] },
)
const nested = z.strictObject({ of: z.strictObject({ a: z.string() }), list: z._default(z.array(z.string()), []) })

test.each([
  ['the list’s query', listParks.query!, query],
  ['the map’s query', mapParks.query!, query],
  ['a body', nested, body],
  ['anything at all', listParks.query!, fc.anything()],
])('%s: what the schema says, with the same values in the same order', (_title, schema, arbitrary) => {
  const parse = parserOf(schema)
  fc.assert(
    fc.property(arbitrary as fc.Arbitrary<unknown>, (data) => {
      const expected = z.safeParse(schema, data)
      const parsed = parse(data)
      if (expected.success) expect(JSON.stringify(parsed)).toBe(JSON.stringify({ value: expected.data }))
      else expect((parsed as { error: ValidationFailed }).error.issues).toEqual(expected.error.issues)
    }),
    { numRuns: 2_000 },
  )
})

test('a default that can be changed is made anew each time', () => {
  const parse = parserOf(nested)
  const first = parse({ of: { a: '' } }) as { value: { list: string[] } }
  const second = parse({ of: { a: '' } }) as { value: { list: string[] } }
  expect(first.value.list).toEqual([])
  expect(first.value.list).not.toBe(second.value.list)
})
