import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { web } from '#i18n/en/web.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { setCatalogue } from '#web/page/translation.ts'
import { useRate } from './api.ts'

/** The query that `useRate` creates when rendered. */
function loadRateQuery(parkId: string | undefined) {
  const queryClient = createQueryClient()
  setCatalogue('en', web, () => undefined)
  const Probe = () => {
    useRate(parkId)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Probe />
    </QueryClientProvider>,
  )
  return queryClient.getQueryCache().getAll()[0]!
}

test.each([undefined, ''])('a rate without a park id (%o) fails in the specification’s words', async (parkId) => {
  await expect(loadRateQuery(parkId).fetch()).rejects.toThrow(/^Park ID is required$/)
})

test('defaults to the car', () => {
  expect(loadRateQuery('p').queryKey).toEqual(['rate', 'en', 'p', 1])
})
