import { fireEvent, render, screen } from '@testing-library/react'
import { BrowserRouter, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { FollowLinks } from './FollowLinks.tsx'

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

function renderLink(attributes: Record<string, string>, onClick?: (event: Event) => void) {
  render(
    <BrowserRouter>
      <FollowLinks />
      <Address />
      {/* As in texts, and in parts that are not hydrated yet. */}
      <p
        ref={(node) => onClick && node?.addEventListener('click', onClick)}
        dangerouslySetInnerHTML={{ __html: `<a ${write(attributes)}><b>Follow</b></a>` }}
      />
    </BrowserRouter>,
  )
  return screen.getByText('Follow')
}
const write = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')
const shownAddress = () => screen.getByRole('status').textContent

beforeEach(() => history.replaceState(null, '', '/about'))

test('follows a link to a page without a reload', () => {
  const link = renderLink({ href: '/search?search=Lagos&amp;page=2' })
  // False if the browser is not to follow it.
  expect(fireEvent.click(link)).toBe(false)
  expect(shownAddress()).toBe('/search?search=Lagos&page=2')
})

test('adds no step to the history for a link to the page that is shown', () => {
  const before = history.length
  fireEvent.click(renderLink({ href: '/about' }))
  expect(history.length).toBe(before)
})

const toPage = { href: '/search' }
test.each<[what: string, attributes: Record<string, string>, click?: MouseEventInit]>([
  ['a click that opens a tab', toPage, { ctrlKey: true }],
  ['a click that opens a tab on a Mac', toPage, { metaKey: true }],
  ['a click that opens a window', toPage, { shiftKey: true }],
  ['a click of the middle button', toPage, { button: 1 }],
  ['a link that opens a tab', { ...toPage, target: '_blank' }],
  ['a download', { ...toPage, download: '' }],
  ['a file', { href: '/blog/rss.xml' }],
  ['another site', { href: 'https://partners.example/search' }],
  ['another site without a scheme', { href: '//search' }],
  ['a place in the page', { href: '#main' }],
])('leaves %s to the browser', (_what, attributes, click = {}) => {
  expect(fireEvent.click(renderLink(attributes), click)).toBe(true)
  expect(shownAddress()).toBe('/about')
})

test('leaves a click alone that a component has handled', () => {
  fireEvent.click(renderLink(toPage, (event) => event.preventDefault()))
  expect(shownAddress()).toBe('/about')
})
