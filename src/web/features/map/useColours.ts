import { useEffect, useState } from 'react'
import type { MapColours } from './mapStyle.ts'

const tokens: Record<keyof MapColours, string> = {
  land: '--color-map-land',
  block: '--color-map-block',
  edge: '--color-map-edge',
  water: '--color-map-water',
  text: '--color-ink-2',
  quiet: '--color-ink-3',
  act: '--color-act',
}

/** The theme's colours as the map needs them (it knows no CSS variables), and again when the theme changes. */
export function useColours(): MapColours {
  const [colours, setColours] = useState(read)
  useEffect(() => {
    const change = () =>
      setColours((last) => {
        const next = read()
        return JSON.stringify(next) === JSON.stringify(last) ? last : next
      })
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    const root = new MutationObserver(change)
    root.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    system.addEventListener('change', change)
    return () => {
      root.disconnect()
      system.removeEventListener('change', change)
    }
  }, [])
  return colours
}

function read(): MapColours {
  const style = getComputedStyle(document.documentElement)
  const entries = Object.entries(tokens).map(([role, token]) => [role, style.getPropertyValue(token).trim()])
  return Object.fromEntries(entries) as unknown as MapColours
}
