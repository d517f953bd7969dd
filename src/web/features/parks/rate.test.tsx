import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { web } from '#i18n/en/web.ts'
import { createQueryClient } from '#web/lib/queries.ts'
import { useRate } from './api.ts'

/** The query that `useRate` creates when rendered. */
async function loadRateQuery(parkId: string | undefined) {
  const queryClient = createQueryClient()
  const i18n = i18next.createInstance()
  await i18n.init({ lng: 'en', resources: { en: { translation: web } } })
  const Probe = () => {
    useRate(parkId)
    return null
  }
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Probe />
      </QueryClientProvider>
    </I18nextProvider>,
  )
  return queryClient.getQueryCache().getAll()[0]!
}

test.each([undefined, ''])('a rate without a park id (%o) fails in the specification’s words', async (parkId) => {
  await expect((await loadRateQuery(parkId)).fetch()).rejects.toThrow(/^Park ID is required$/)
})

test('defaults to the car', async () => {
  expect((await loadRateQuery('p')).queryKey).toEqual(['rate', 'en', 'p', 1])
})
