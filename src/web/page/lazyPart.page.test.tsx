import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, Suspense } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#web/shell/errors/ErrorBoundary.tsx'
import { lazyDialog, lazyPanel, lazyPart } from './lazyPart.tsx'

const notFetched = () => new TypeError('Failed to fetch dynamically imported module: /assets/Part.js')
const Part = ({ name = 'part' }: { name?: string; onClose?: () => void }) => <p>The {name}</p>
/** Loads the part once as many attempts as given have failed. */
const failing = (attempts: number) => {
  let tried = 0
  return vi.fn(async (): Promise<ComponentType<{ name?: string; onClose: () => void }>> => {
    tried += 1
    if (tried <= attempts) throw notFetched()
    return Part
  })
}
const shown = (Lazy: ComponentType<{ onClose: () => void }>, onClose = () => undefined) => (
  <ErrorBoundary>
    <p>The list</p>
    <Suspense>
      <Lazy onClose={onClose} />
    </Suspense>
  </ErrorBoundary>
)

describe('a part whose code could not be fetched', () => {
  test('leaves the rest of the screen, and comes once the network is back', async () => {
    const load = failing(1)
    render(shown(lazyPart(load, () => <p>No part</p>)))
    await screen.findByText('No part')
    screen.getByText('The list')
    await act(async () => void window.dispatchEvent(new Event('online')))
    await screen.findByText('The part')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('is named in its place, and a press tries again', async () => {
    render(shown(lazyPanel(failing(1))))
    await screen.findByRole('alert')
    screen.getByText('The list')
    await act(async () => void fireEvent.click(screen.getByRole('button')))
    await screen.findByText('The part')
  })

  test('closes what was to be opened, which opens at the next press', async () => {
    const onClose = vi.fn()
    const Lazy = lazyDialog(failing(1))
    const { rerender } = render(shown(Lazy, onClose))
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    rerender(shown(() => null))
    rerender(shown(Lazy, onClose))
    await screen.findByText('The part')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('reloads the page where it fails again beside a network', async () => {
    // React reports what a boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    render(shown(lazyPanel(failing(9))))
    await screen.findByRole('alert')
    await act(async () => void fireEvent.click(screen.getByRole('button')))
    await vi.waitFor(() => expect(screen.queryByText('The list')).toBeNull())
    vi.restoreAllMocks()
  })
})
