import { expect, test } from 'vitest'
import { CallError } from './call.ts'
import { createQueryClient } from './queries.ts'

const fail = () => Promise.reject(new CallError(500, undefined))

test.each(['parks', 'park', 'rate', 'fees', 'countries'])(
  'a failed load of %s clears the cached data',
  async (query) => {
    const queries = createQueryClient()
    queries.setQueryData([query, 'en'], ['held'])
    await expect(queries.fetchQuery({ queryKey: [query, 'en'], queryFn: fail, staleTime: 0 })).rejects.toThrow()
    expect(queries.getQueryData([query, 'en'])).toBeUndefined()
    expect(queries.getQueryState([query, 'en'])?.status).toBe('error')
  },
)

test('keeps the cached data of other queries', async () => {
  const queries = createQueryClient()
  queries.setQueryData(['bookings'], ['held'])
  await expect(queries.fetchQuery({ queryKey: ['bookings'], queryFn: fail, staleTime: 0 })).rejects.toThrow()
  expect(queries.getQueryData(['bookings'])).toEqual(['held'])
})
