import { expect, test } from 'vitest'
import { CallError } from './call.ts'
import { createQueries } from './queries.ts'

const fail = () => Promise.reject(new CallError(500, undefined))

test.each(['parks', 'park', 'rate', 'fees', 'countries'])(
  'a load of %s that fails empties what was held',
  async (of) => {
    const queries = createQueries()
    queries.setQueryData([of, 'en'], ['held'])
    await expect(queries.fetchQuery({ queryKey: [of, 'en'], queryFn: fail, staleTime: 0 })).rejects.toThrow()
    expect(queries.getQueryData([of, 'en'])).toBeUndefined()
    expect(queries.getQueryState([of, 'en'])?.status).toBe('error')
  },
)

test('what was held of others stays', async () => {
  const queries = createQueries()
  queries.setQueryData(['bookings'], ['held'])
  await expect(queries.fetchQuery({ queryKey: ['bookings'], queryFn: fail, staleTime: 0 })).rejects.toThrow()
  expect(queries.getQueryData(['bookings'])).toEqual(['held'])
})
