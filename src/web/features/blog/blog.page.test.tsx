import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { goTo, openPage } from '#test/kits/pages/page-kit.tsx'

/** Loses every response about posts until it is restored. */
function losePosts() {
  const realFetch = window.fetch
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const response = await realFetch(input, init)
    const url = input instanceof Request ? input.url : String(input)
    if (url.includes('/api/v1/posts')) throw new TypeError('Failed to fetch')
    return response
  })
  onTestFinished(() => spy.mockRestore())
  return spy
}

test('the blog shows its error messages, then leads from a tag to a post and a search around it', async () => {
  const spy = losePosts()
  const user = await openPage('/post/toronto-winter')
  expect(await screen.findByText('Failed to load the blog post. Please try again.')).toBeTruthy()
  await goTo('/blog')
  expect(await screen.findByText('Failed to load the blog page. Please try again.')).toBeTruthy()
  spy.mockRestore()
  await user.click(screen.getByRole('button', { name: wordsOf.en.common.try_again }))
  await user.click(await screen.findByRole('button', { name: 'Rules' }))
  await waitFor(() => expect(window.location.search).toBe('?tag=Rules'))
  await waitFor(() => expect(screen.queryByRole('link', { name: /airport parking prices/ })).toBeNull())
  await user.click(await screen.findByRole('link', { name: /Toronto in winter/ }))
  await waitFor(() => expect(window.location.pathname).toBe('/post/toronto-winter'))
  await waitFor(() => expect(document.title).toMatch(/^Toronto in winter/))
  const around = await screen.findByRole('link', { name: 'Downtown Toronto' })
  expect(around.getAttribute('href')).toMatch(/^\/search\?lat=43\.65/)
})
