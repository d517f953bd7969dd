import { useEffect, useState, useSyncExternalStore } from 'react'

/** Colours of the map in the current theme. */
export interface BasemapColours {
  land: string
  block: string
  edge: string
  water: string
  park: string
  road: string
  roadEdge: string
  mainRoad: string
  mainRoadEdge: string
  motorway: string
  motorwayEdge: string
  text: string
  quiet: string
  act: string
}

const tokens: Record<keyof BasemapColours, string> = {
  land: '--color-map-land',
  block: '--color-map-block',
  edge: '--color-map-edge',
  water: '--color-map-water',
  park: '--color-map-park',
  road: '--color-map-road',
  roadEdge: '--color-map-road-edge',
  mainRoad: '--color-map-main-road',
  mainRoadEdge: '--color-map-main-road-edge',
  motorway: '--color-map-motorway',
  motorwayEdge: '--color-map-motorway-edge',
  text: '--color-ink-2',
  quiet: '--color-ink-3',
  act: '--color-act',
}

/** Calls `changed` when the theme may have changed. */
function watchTheme(changed: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const root = new MutationObserver(changed)
  root.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', changed)
  return () => {
    root.disconnect()
    system.removeEventListener('change', changed)
  }
}

/** The theme of the page: the one that was chosen, else the system's. */
export const useTheme = (): 'light' | 'dark' => useSyncExternalStore(watchTheme, readTheme, () => 'light')

function readTheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** The theme's colours for the map, which cannot use CSS variables; updates when the theme changes. */
export function useColours(): BasemapColours {
  const [colours, setColours] = useState(read)
  useEffect(
    () =>
      watchTheme(() =>
        setColours((last) => {
          const next = read()
          return JSON.stringify(next) === JSON.stringify(last) ? last : next
        }),
      ),
    [],
  )
  return colours
}

function read(): BasemapColours {
  const style = getComputedStyle(document.documentElement)
  const entries = Object.entries(tokens).map(([role, token]) => [role, style.getPropertyValue(token).trim()])
  return Object.fromEntries(entries) as unknown as BasemapColours
}
