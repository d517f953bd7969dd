import {
  addProtocol,
  type ErrorEvent,
  type FitBoundsOptions,
  LngLatBounds,
  Map as MapLibre,
  type MapSourceDataEvent,
  NavigationControl,
  type PaddingOptions,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import type { Box } from '#contract/fields.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { useBaseStyle } from './baseStyle.ts'
import { type MapView, onEarth, type Point } from './geo.ts'
import { useColours, useTheme } from './mapColours.ts'
import { themeStyle, type WalkRings } from './mapStyle.ts'
import { lacksStreets } from './streets.ts'
setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

interface MapSettings {
  walk: WalkRings | undefined
  /** Initial view, so that the map does not animate at the start. */
  initialArea: { bounds: LngLatBounds | undefined; options: FitBoundsOptions }
  /** Height of the map's lower part that is covered; views and fitted areas end above it. */
  covered_px: number
  onView: (view: MapView, byReader: boolean) => void
  onPressed: () => void
  onFailed: () => void
}

/** When no tile of a hosted map has arrived after this time, the packed map is drawn. */
const tilesTimeout_ms = 8_000

/** A map of which something has not arrived after this time is shown as it is. */
const partlyShown_ms = 2_500

/** The browser is asked this often whether the map is drawn. */
const drawnCheck_ms = 30

/** The attribution collapses after this time; a button shows it again. */
const attributionShown_ms = 5_000

export const maxZoom = 18

/** Padding for pins, controls and attribution, and the closest zoom. */
export const fit = { padding: { top: 56, bottom: 60, left: 52, right: 52 }, maxZoom: 15.5 }

/**
 * A map in a container, in the theme's colours; undefined until created. `ready` once the basemap is drawn;
 * `withoutStreets` while the packed map has no streets for the visible area.
 */
export function useMap(box: RefObject<HTMLElement | null>, settings: MapSettings) {
  const { t } = useTranslation()
  const { base, usePacked } = useBaseStyle(useTheme(), settings.onFailed)
  const colours = useColours()
  const [map, setMap] = useState<MapLibre>()
  const [ready, setReady] = useState(false)
  const [withoutStreets, setWithoutStreets] = useState(false)
  const latest = useRef({ ...settings, base, colours, t })
  latest.current = { ...settings, base, colours, t }
  const isLoaded = base !== undefined
  const appliedStyle = useRef<unknown[]>([])

  useEffect(() => {
    const { current: now } = latest
    if (now.base === undefined || box.current === null) return undefined
    let created: MapLibre
    try {
      created = new MapLibre({
        container: box.current,
        style: themeStyle(now.base, now.colours, now.walk, location.origin),
        attributionControl: { compact: true },
        dragRotate: false,
        pitchWithRotate: false,
        maxZoom: maxZoom,
        // Labels that fade draw the whole map again for as long as they do.
        fadeDuration: 0,
        ...startOf(now),
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
    appliedStyle.current = [created, now.base, now.colours, now.walk]
    // The attribution that opens by itself has two lines; its button shows all of it.
    const container = created.getContainer()
    container.dataset['attribution'] = 'brief'
    created.touchZoomRotate.disableRotation()
    created.keyboard.disableRotation()
    created.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    let fold: ReturnType<typeof setTimeout>
    const stopWaiting = whenDrawn(created, () => {
      setReady(true)
      fold = setTimeout(() => foldAttribution(container), attributionShown_ms)
      // A reader who presses the button decides.
      container.querySelector('.maplibregl-ctrl-attrib-button')?.addEventListener('click', () => {
        clearTimeout(fold)
        delete container.dataset['attribution']
      })
    })
    created.on('idle', () => setWithoutStreets(latest.current.base?.isHosted === false && lacksStreets(created)))
    created.on('click', () => latest.current.onPressed())
    coverMap(created, now.covered_px)
    const reportView = (byReader: boolean) =>
      latest.current.onView(viewOf(created, latest.current.covered_px), byReader)
    created.on('moveend', (event: { originalEvent?: unknown; byReader?: boolean }) =>
      reportView(event.originalEvent !== undefined || event.byReader === true),
    )
    created.on('resize', () => reportView(false))
    reportView(false)
    // Pins in a task of their own: making the map is a long one already.
    startTransition(() => setMap(created))
    return () => {
      clearTimeout(fold)
      stopWaiting()
      setMap(undefined)
      setReady(false)
      setWithoutStreets(false)
      created.remove()
    }
  }, [isLoaded, box])

  const { walk, covered_px } = settings
  useEffect(() => {
    if (map !== undefined) coverMap(map, covered_px)
  }, [map, covered_px])

  useEffect(() => {
    if (map === undefined || base === undefined) return
    const style = [map, base, colours, walk]
    // The map was created with this style.
    if (style.every((part, index) => part === appliedStyle.current[index])) return
    appliedStyle.current = style
    map.setStyle(themeStyle(base, colours, walk, location.origin))
  }, [map, base, colours, walk])

  const isHosted = base?.isHosted === true
  const packed = useRef(usePacked)
  packed.current = usePacked
  useEffect(() => {
    if (map === undefined || !isHosted) return undefined
    return whenHostedFails(map, () => packed.current())
  }, [map, isHosted])

  return { map, ready, withoutStreets }
}

/**
 * Calls `onDrawn` once the graphics processor has drawn the whole map, or what has arrived after `partlyShown_ms`. To show
 * it before makes the page wait for the drawing, for long where a processor does it. Returns a function that stops waiting.
 */
function whenDrawn(map: MapLibre, onDrawn: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const finish = () => {
    clearTimeout(timer)
    map.off('idle', finish)
    const gl = map.getCanvas().getContext('webgl2')
    const drawn = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl?.flush()
    const check = () => {
      if (gl && drawn && gl.clientWaitSync(drawn, 0, 0) === gl.TIMEOUT_EXPIRED) timer = setTimeout(check, drawnCheck_ms)
      else onDrawn()
    }
    timer = setTimeout(check)
  }
  timer = setTimeout(finish, partlyShown_ms)
  map.once('idle', finish)
  return () => clearTimeout(timer)
}

/**
 * Calls `onFailed` once when a hosted style is invalid, or a source fails or stays silent before its first tile arrives.
 * Missing icons or glyphs don't count: the streets are what matters. Returns a function that stops watching.
 */
function whenHostedFails(map: MapLibre, onFailed: () => void): () => void {
  let isDecided = false
  const fail = () => {
    if (!isDecided) onFailed()
    isDecided = true
  }
  const timer = setTimeout(fail, tilesTimeout_ms)
  const watchTiles = ({ sourceId, tile }: MapSourceDataEvent) => {
    if (sourceId !== 'walk' && (tile as { state?: string } | undefined)?.state === 'loaded') isDecided = true
  }
  // Without a listener MapLibre writes errors to the console.
  const watchErrors = ({ error, ...event }: ErrorEvent) => {
    if ('sourceId' in event || !('url' in error)) fail()
  }
  map.on('sourcedata', watchTiles)
  map.on('error', watchErrors)
  return () => {
    clearTimeout(timer)
    map.off('sourcedata', watchTiles)
    map.off('error', watchErrors)
  }
}

/** The bounds of points; undefined if there are none. */
export function boundsOf(points: readonly Point[]): LngLatBounds | undefined {
  if (points.length === 0) return undefined
  const bounds = new LngLatBounds()
  for (const { lng, lat } of points) bounds.extend([lng, lat])
  return bounds
}

/** The bounds of a box; across ±180° the east edge exceeds 180. */
export const boundsOfBox = ({ west, south, east, north }: Box): LngLatBounds =>
  new LngLatBounds([west, south, east < west ? east + 360 : east, north])

function startOf({ initialArea: { bounds, options }, covered_px }: MapSettings) {
  if (!bounds) return { center: [0, 20] as [number, number], zoom: 2 }
  const { bottom = 0, ...padding } = (options.padding ?? {}) as PaddingOptions
  return { bounds, fitBoundsOptions: { ...options, padding: { ...padding, bottom: bottom + covered_px } } }
}

/** Makes the uncovered part the map's frame, for later moves, without moving the map now. */
function coverMap(map: MapLibre, covered_px: number): void {
  if ((map.getPadding().bottom ?? 0) === covered_px) return
  const { clientWidth, clientHeight } = map.getContainer()
  const center = map.unproject([clientWidth / 2, (clientHeight - covered_px) / 2])
  map.jumpTo({ center, padding: { top: 0, right: 0, bottom: covered_px, left: 0 } })
}

function viewOf(map: MapLibre, covered_px: number): MapView {
  const { clientWidth, clientHeight } = map.getContainer()
  const bounds = new LngLatBounds(map.unproject([0, clientHeight - covered_px]), map.unproject([clientWidth, 0]))
  const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
  return { box: onEarth({ west, south, east, north }), zoom: map.getZoom() }
}

/** Folds the attribution into its button, which shows it again. */
export function foldAttribution(container: HTMLElement): void {
  delete container.dataset['attribution']
  const shown = container.querySelector('.maplibregl-compact-show')
  shown?.classList.remove('maplibregl-compact-show')
  shown?.removeAttribute('open')
}
