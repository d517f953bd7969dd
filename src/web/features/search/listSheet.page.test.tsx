import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { changeLanguage } from '#web/i18n.ts'
import { ListSheet } from './ListSheet.tsx'
import { useSheet } from './useSheet.ts'

const { sheet: names } = wordsOf.en.search_list

function Search() {
  const list = useRef<HTMLDivElement>(null)
  const sheet = useSheet(true, list)
  return (
    <div ref={sheet.map}>
      <ListSheet sheet={sheet} list={list} withMap>
        <a href="/park/first">First</a>
      </ListSheet>
      <button type="button" onClick={() => sheet.showCard('park-1')}>
        A pin
      </button>
    </div>
  )
}

test('moves by its button, one step down by Escape, and to half for a pin', async () => {
  // The DOM of the tests has no layout: half and full are this far from the lowest position.
  const offsets = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'SPAN' ? 250 : 530
  })
  onTestFinished(() => offsets.mockRestore())
  await changeLanguage('en')
  render(
    // An entry of its own: positions are kept by history entry, and files of one worker share the module.
    <MemoryRouter initialEntries={[{ pathname: '/search', key: 'sheet' }]}>
      <Search />
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  const handle = screen.getByRole('button', { expanded: false })
  const isNamed = (name: string) => expect(handle.getAttribute('aria-label')).toBe(name)
  isNamed(names.half)
  await user.click(handle)
  isNamed(names.full)
  expect(handle.getAttribute('aria-expanded')).toBe('true')
  act(() => screen.getByRole('link').focus())
  await user.keyboard('{Escape}')
  isNamed(names.half)
  await user.keyboard('{Escape}{Escape}')
  isNamed(names.peek)
  expect(handle.getAttribute('aria-expanded')).toBe('false')
  act(() => handle.focus())
  await user.keyboard('{Enter}')
  isNamed(names.half)
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'A pin' }))
  isNamed(names.half)
})
