import {
  addProtocol,
  type FitBoundsOptions,
  LngLatBounds,
  Map as MapLibre,
  NavigationControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageConfig } from '#web/lib/config.ts'
import type { Box } from '#contract/page.ts'
import { type MapView, onEarth, type Point } from './geo.ts'
import { themeStyle, type WalkRings, type MapColours } from './mapStyle.ts'
setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

interface MapSettings {
  walk: WalkRings | undefined
  /** What it shows first, so that nothing flies in. */
  initialArea: { bounds: LngLatBounds | undefined; options: FitBoundsOptions }
  onView: (view: MapView, byReader: boolean) => void
  onPressed: () => void
  onFailed: () => void
}

/** On a narrow map the names of the sources fold away after they could be read; a button shows them again. */
const attributionShown_ms = 5_000

export const mostZoom = 18

/** Room for pins, controls and sources at the edges; never so close that the ground is empty. */
export const fit = { padding: { top: 56, bottom: 60, left: 52, right: 52 }, maxZoom: 15.5 }

/** A map in a box, in the colours of the theme; undefined until it stands. `ready` once its ground is drawn. */
export function useMap(box: RefObject<HTMLElement | null>, settings: MapSettings) {
  const { t } = useTranslation()
  const base = useBaseStyle(settings.onFailed)
  const colours = useColours()
  const [map, setMap] = useState<MapLibre>()
  const [ready, setReady] = useState(false)
  const latest = useRef({ ...settings, colours, t })
  latest.current = { ...settings, colours, t }
  const appliedStyle = useRef<unknown[]>([])

  useEffect(() => {
    if (base === undefined || box.current === null) return undefined
    const { current: now } = latest
    let made: MapLibre
    try {
      made = new MapLibre({
        container: box.current,
        style: themeStyle(base, now.colours, now.walk, location.origin),
        attributionControl: { compact: undefined },
        dragRotate: false,
        pitchWithRotate: false,
        maxZoom: mostZoom,
        ...startOf(now.initialArea),
        locale: {
          'Map.Title': now.t('search.map_title'),
          'NavigationControl.ZoomIn': now.t('search.zoom_in'),
          'NavigationControl.ZoomOut': now.t('search.zoom_out'),
          'AttributionControl.ToggleAttribution': now.t('search.map_sources'),
        },
      })
    } catch {
      now.onFailed()
      return undefined
    }
    appliedStyle.current = [made, now.colours, now.walk]
    made.touchZoomRotate.disableRotation()
    made.keyboard.disableRotation()
    made.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    made.once('load', () => setReady(true))
    made.on('click', () => latest.current.onPressed())
    const reportView = (byReader: boolean) => latest.current.onView(viewOf(made), byReader)
    made.on('moveend', (event: { originalEvent?: unknown; byReader?: boolean }) =>
      reportView(event.originalEvent !== undefined || event.byReader === true),
    )
    made.on('resize', () => reportView(false))
    reportView(false)
    const fold = setTimeout(() => foldAttribution(made.getContainer()), attributionShown_ms)
    setMap(made)
    return () => {
      clearTimeout(fold)
      setMap(undefined)
      setReady(false)
      made.remove()
    }
  }, [base, box])

  const { walk } = settings
  useEffect(() => {
    if (map === undefined || base === undefined) return
    const [on, ...rest] = appliedStyle.current
    // It was made in these clothes.
    if (on === map && rest[0] === colours && rest[1] === walk) return
    appliedStyle.current = [map, colours, walk]
    map.setStyle(themeStyle(base, colours, walk, location.origin))
  }, [map, base, colours, walk])

  return { map, ready }
}

/** The bounds of some points; undefined for none. */
export function boundsOf(points: readonly Point[]): LngLatBounds | undefined {
  if (points.length === 0) return undefined
  const bounds = new LngLatBounds()
  for (const { lng, lat } of points) bounds.extend([lng, lat])
  return bounds
}

/** The bounds of a box; one across ±180° runs on over it. */
export const boundsOfBox = ({ west, south, east, north }: Box): LngLatBounds =>
  new LngLatBounds([west, south, east < west ? east + 360 : east, north])

function startOf({ bounds, options }: MapSettings['initialArea']) {
  return bounds ? { bounds, fitBoundsOptions: options } : { center: [0, 20] as [number, number], zoom: 2 }
}

function viewOf(map: MapLibre): MapView {
  const bounds = map.getBounds()
  const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
  return { box: onEarth({ west, south, east, north }), zoom: map.getZoom() }
}

function foldAttribution(container: HTMLElement): void {
  const shown = container.querySelector('.maplibregl-compact-show')
  shown?.classList.remove('maplibregl-compact-show')
  shown?.removeAttribute('open')
}

/** The style as it is served; told as failed when it does not come. */
function useBaseStyle(onFailed: () => void): StyleSpecification | undefined {
  const [base, setBase] = useState<StyleSpecification>()
  const fail = useRef(onFailed)
  fail.current = onFailed
  useEffect(() => {
    const ended = new AbortController()
    fetch(pageConfig.map_style_url, { signal: ended.signal })
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`map style: ${answer.status}`))))
      .then((style) => setBase(style as StyleSpecification))
      .catch(() => {
        if (!ended.signal.aborted) fail.current()
      })
    return () => ended.abort()
  }, [])
  return base
}

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
function useColours(): MapColours {
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
