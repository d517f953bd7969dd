import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router'
import { inject } from 'vitest'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { changeLanguage, startI18n } from '#web/i18n.ts'
import { loadPage } from '#web/routes.tsx'
import { App } from '#web/shell/App.tsx'

/*
 * Page tests render the whole app in a DOM without a browser, against a running server with the shipped data. Use them
 * for what a page does with its data; use browser journeys for layout, scrolling, the map, service worker and several tabs.
 */

/** The address of the running server. */
export const base = inject('product_url')

interface Visitor {
  token?: string
  country?: CountryCode | null
  language?: Language
}

/**
 * Opens a page in place of the one before, as a visitor or as the driver of `token`. The country has been chosen before,
 * unless it is null.
 */
export async function openPage(
  path: string,
  { token, country = 'CA', language = 'en' }: Visitor = {},
): Promise<UserEvent> {
  cleanup()
  if (country !== null)
    localStorage.setItem('selectedCountry', JSON.stringify({ id: countryIds[country], code: country, name: country }))
  localStorage.setItem('language', language)
  if (token !== undefined) localStorage.setItem('parkwell_user_token', token)
  history.replaceState(null, '', path)
  await startI18n(language)
  await changeLanguage(language)
  await loadPage(window.location.pathname)
  const client = createQueryClient()
  const { queries, ...defaults } = client.getDefaultOptions()
  // Tries again at once what failed, in place of after one second and two.
  client.setDefaultOptions({ ...defaults, queries: { ...queries, retryDelay: 1 } })
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  return withPatience(withQuickTyping(userEvent.setup()))
}

const typable =
  'textarea, input[type=text], input[type=email], input[type=search], input[type=password], input:not([type])'

/** Pastes all of a text but its last letter, and types this and the named keys: each key renders the whole page. */
function withQuickTyping(user: UserEvent): UserEvent {
  const type: UserEvent['type'] = async (field, text, options) => {
    const pasted = /^[^{[]*/.exec(text)![0].slice(0, -1)
    if (pasted.length < 2 || options !== undefined || !field.matches(typable)) return user.type(field, text, options)
    await user.click(field)
    await user.paste(pasted)
    await user.keyboard(text.slice(pasted.length))
  }
  return { ...user, type }
}

/** Presses a button once it takes presses: it may wait for what is being loaded. */
function withPatience(user: UserEvent): UserEvent {
  const click: UserEvent['click'] = async (element) => {
    const button = element.closest('button')
    await waitFor(() => {
      if (button?.getAttribute('aria-disabled') === 'true') throw new Error(`disabled: ${button.textContent}`)
    })
    if (!element.isConnected) throw new Error(`no longer on the page: ${element.textContent}`)
    await user.click(element)
  }
  return { ...user, click }
}

/** Follows a link of the app to a path. */
export async function goTo(path: string): Promise<void> {
  await act(async () => {
    history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
}
