import { useSyncExternalStore } from 'react'
import { onStorageChange, readJson, writeJson } from '#web/storage/storage.ts'

/* What is heard when an order or a message comes. Muted on this device for the board and the bell alike. */

const key = 'order_board_muted'

const readMuted = () => readJson(key) === true

export const setMuted = (isMuted: boolean): void => writeJson(key, isMuted)

export const useMuted = (): boolean => useSyncExternalStore(onStorageChange, readMuted, () => false)

/** Two short notes. Browsers play nothing before the first touch or key on the page, which is no failure. */
export function playSound(): void {
  if (!('AudioContext' in window)) return
  const audio = new AudioContext()
  for (const [at, frequency] of [
    [0, 880],
    [0.18, 1_175],
  ] as const) {
    const oscillator = audio.createOscillator()
    const volume = audio.createGain()
    oscillator.frequency.value = frequency
    volume.gain.setValueAtTime(0.2, audio.currentTime + at)
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.16)
    oscillator.connect(volume).connect(audio.destination)
    oscillator.start(audio.currentTime + at)
    oscillator.stop(audio.currentTime + at + 0.16)
  }
  setTimeout(() => void audio.close(), 1_000)
}
