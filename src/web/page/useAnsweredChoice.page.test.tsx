import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useAnsweredChoice } from './useAnsweredChoice.ts'

function Lengths({ onChange }: { onChange: (chosen: number[]) => void }) {
  const [chosen, setChosen] = useState([1])
  const change = (next: number[]) => {
    setChosen(next)
    onChange(next)
  }
  return [1, 2, 3].map((entry) => (
    <Toggle
      key={entry}
      name={String(entry)}
      on={chosen.includes(entry)}
      onChange={(on) => change(on ? [...chosen, entry] : chosen.filter((other) => other !== entry))}
    />
  ))
}

function Toggle({ name, on, onChange }: { name: string; on: boolean; onChange: (on: boolean) => void }) {
  const { current, choose } = useAnsweredChoice(on, onChange)
  return (
    <button type="button" aria-pressed={current} onClick={() => choose(!current)}>
      {name}
    </button>
  )
}

it('shows what is pressed at once and changes the rest after the next frame', async () => {
  const changes: number[][] = []
  render(<Lengths onChange={(chosen) => changes.push(chosen)} />)
  const two = screen.getByRole('button', { name: '2' })
  fireEvent.click(two)
  expect(two.getAttribute('aria-pressed')).toBe('true')
  expect(changes).toEqual([])
  await expect.poll(() => changes).toEqual([[1, 2]])
  expect(two.getAttribute('aria-pressed')).toBe('true')
})

it('keeps both of two that are pressed within a frame', async () => {
  const changes: number[][] = []
  render(<Lengths onChange={(chosen) => changes.push(chosen)} />)
  fireEvent.click(screen.getByRole('button', { name: '2' }))
  fireEvent.click(screen.getByRole('button', { name: '3' }))
  await expect.poll(() => changes.at(-1)).toEqual([1, 2, 3])
})

it('takes back what is pressed twice', async () => {
  const changes: number[][] = []
  render(<Lengths onChange={(chosen) => changes.push(chosen)} />)
  const two = screen.getByRole('button', { name: '2' })
  act(() => two.click())
  act(() => two.click())
  await expect.poll(() => changes.at(-1)).toEqual([1])
  expect(two.getAttribute('aria-pressed')).toBe('false')
})
