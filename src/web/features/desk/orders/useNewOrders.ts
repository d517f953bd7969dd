import { useEffect, useRef, useState } from 'react'
import type { BoardCard } from '#contract/orders/desk/order-board.ts'
import { readJson, writeJson } from '#web/storage/storage.ts'

const key = 'order_board_muted'

/** Two short notes. Browsers play nothing before the first touch or key on the page, which is no failure. */
function playSound(): void {
  const audio = new AudioContext()
  for (const [at, frequency] of [
    [0, 880],
    [0.18, 1_175],
  ] as const) {
    const note = audio.createOscillator()
    const volume = audio.createGain()
    note.frequency.value = frequency
    volume.gain.setValueAtTime(0.2, audio.currentTime + at)
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.16)
    note.connect(volume).connect(audio.destination)
    note.start(audio.currentTime + at)
    note.stop(audio.currentTime + at + 0.16)
  }
  setTimeout(() => void audio.close(), 1_000)
}

/** Counts orders that came since somebody last touched the page or pressed a key, each with a sound unless it is muted. */
export function useNewOrders(cards: readonly BoardCard[] | undefined): {
  count: number
  isMuted: boolean
  setMuted: (isMuted: boolean) => void
} {
  const seen = useRef<Set<string>>(undefined)
  const [fresh, setFresh] = useState<readonly string[]>([])
  const [isMuted, setIsMuted] = useState(() => readJson(key) === true)
  useEffect(() => {
    if (cards === undefined) return
    const pending = cards.filter(({ status }) => status === 'pending').map(({ id }) => id)
    // What is there when the board opens is not new.
    const known = (seen.current ??= new Set(cards.map(({ id }) => id)))
    const added = pending.filter((id) => !known.has(id))
    for (const { id } of cards) known.add(id)
    setFresh((before) => [...before.filter((id) => pending.includes(id)), ...added])
    if (added.length > 0 && !isMuted && 'AudioContext' in window) playSound()
  }, [cards, isMuted])
  useEffect(() => {
    const see = () => setFresh([])
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, see)
    return () => {
      for (const event of ['pointerdown', 'keydown']) window.removeEventListener(event, see)
    }
  }, [])
  const setMuted = (next: boolean) => {
    writeJson(key, next)
    setIsMuted(next)
  }
  return { count: fresh.length, isMuted, setMuted }
}
