import {
  addProtocol,
  AttributionControl,
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
import { afterPaint } from '#web/page/afterPaint.ts'
import { type Translate, useTranslation } from '#web/page/translation.ts'
import { useColours, useTheme } from './basemapColours.ts'
import { useBaseStyle } from './baseStyle.ts'
import { compileInBackground, isCompiling } from './compileInBackground.ts'
import { type MapView, onEarth, type Point } from './geo.ts'
import { themeStyle, type WalkRings } from './mapStyle.ts'
import { lacksStreets } from './streets.ts'
setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

interface MapSettings {
  walk: WalkRings | undefined
  /** Name of the street to mark. */
  street?: string | undefined
  /** Initial view, so that the map does not animate at the start. */
  initialArea: { bounds: LngLatBounds | undefined; options: FitBoundsOptions }
  /** Height of the map's lower part that is covered; views and fitted areas end above it. */
  covered_px: number
  /** Whether the page around the map scrolls: the wheel and one finger are then left to the page. */
  inPage: boolean
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

  useEffect(() => {
    let created: MapLibre | undefined
    let isCurrent = true
    // Not in the task that shows the frame and lays out the page for the map's style sheet, and one frame later: making a
    // map waits several times for the graphics processor, which is still drawing the first frame.
    afterPaint(() =>
      afterPaint(() => {
        if (!isCurrent || box.current === null) return
        try {
          created = createMap(box.current, latest.current)
        } catch {
          latest.current.onFailed()
          return
        }
        const map = created
        // Pins in a task of their own: making the map is a long one already.
        startTransition(() => setMap(map))
      }),
    )
    return () => {
      isCurrent = false
      setMap(undefined)
      setReady(false)
      setWithoutStreets(false)
      created?.remove()
    }
  }, [box])

  useEffect(() => {
    if (map === undefined) return
    map.on('idle', () => setWithoutStreets(latest.current.base?.isHosted === false && lacksStreets(map)))
    map.on('click', () => latest.current.onPressed())
    const reportView = (byReader: boolean) => latest.current.onView(viewOf(map, latest.current.covered_px), byReader)
    map.on('moveend', (event: { originalEvent?: unknown; byReader?: boolean }) =>
      reportView(event.originalEvent !== undefined || event.byReader === true),
    )
    map.on('resize', () => reportView(false))
    reportView(false)
  }, [map])

  const { walk, street, covered_px } = settings
  useEffect(() => {
    if (map !== undefined) coverMap(map, covered_px)
  }, [map, covered_px])

  // The walking rings have programs of their own for the graphics processor: they wait for the streets.
  const shownWalk = ready ? walk : undefined
  const styled = useRef<MapLibre>(undefined)
  useEffect(() => {
    if (map === undefined || base === undefined) return undefined
    let isCurrent = true
    const apply = () => {
      if (!isCurrent) return
      styled.current = map
      map.setStyle(themeStyle(base, colours, shownWalk, location.origin, street))
    }
    // At first not before the pins are seen: what the map needs now keeps every processor of a phone busy.
    if (styled.current === map) apply()
    else afterPaint(apply)
    return () => void (isCurrent = false)
  }, [map, base, colours, shownWalk, street])

  const hasStyle = base !== undefined
  useEffect(() => {
    if (map === undefined || !hasStyle) return undefined
    return whenDrawn(map, () => setReady(true))
  }, [map, hasStyle])

  useEffect(() => {
    if (map === undefined || !ready) return undefined
    const container = map.getContainer()
    // The attribution that opens by itself has two lines; its button shows all of it.
    container.dataset['attribution'] = 'brief'
    map.addControl(new AttributionControl({ compact: true }))
    const fold = setTimeout(() => foldAttribution(container), attributionShown_ms)
    // A reader who presses the button decides.
    const decide = () => {
      clearTimeout(fold)
      delete container.dataset['attribution']
    }
    const button = container.querySelector('.maplibregl-ctrl-attrib-button')
    button?.addEventListener('click', decide)
    return () => {
      clearTimeout(fold)
      button?.removeEventListener('click', decide)
    }
  }, [map, ready])

  const isHosted = base?.isHosted === true
  const packed = useRef(usePacked)
  packed.current = usePacked
  useEffect(() => {
    if (map === undefined || !isHosted) return undefined
    return whenHostedFails(map, () => packed.current())
  }, [map, isHosted])

  return { map, ready, withoutStreets }
}

/** A map without a style: markers can be put on it already. Throws when it cannot be drawn. */
function createMap(container: HTMLElement, settings: MapSettings & { t: Translate }): MapLibre {
  const { t, covered_px, inPage } = settings
  const map = new MapLibre({
    container,
    // Added once the map is shown.
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    cooperativeGestures: inPage,
    maxZoom: maxZoom,
    // Labels that fade draw the whole map again for as long as they do.
    fadeDuration: 0,
    ...startOf(settings),
    locale: {
      'Map.Title': t('map.title'),
      'NavigationControl.ZoomIn': t('map.zoom_in'),
      'NavigationControl.ZoomOut': t('map.zoom_out'),
      'AttributionControl.ToggleAttribution': t('map.sources'),
      'CooperativeGesturesHandler.WindowsHelpText': t('map.wheel', { key: 'Ctrl' }),
      'CooperativeGesturesHandler.MacHelpText': t('map.wheel', { key: '⌘' }),
      'CooperativeGesturesHandler.MobileHelpText': t('map.fingers'),
    },
  })
  compileInBackground(map)
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  coverMap(map, covered_px)
  return map
}

/**
 * Calls `onDrawn` once the graphics processor has drawn the whole map, or what has arrived after `partlyShown_ms`. To show
 * it before makes the page wait for the drawing, for long where a processor does it. Returns a function that stops waiting.
 */
function whenDrawn(map: MapLibre, onDrawn: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const finishIfComplete = () => {
    if (!isCompiling(map)) finish()
  }
  const finish = () => {
    clearTimeout(timer)
    map.off('idle', finishIfComplete)
    const gl = map.getCanvas().getContext('webgl2')
    const drawn = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl?.flush()
    const check = () => {
      if (gl && drawn && gl.getSyncParameter(drawn, gl.SYNC_STATUS) === gl.UNSIGNALED)
        timer = setTimeout(check, drawnCheck_ms)
      else onDrawn()
    }
    timer = setTimeout(check)
  }
  timer = setTimeout(finish, partlyShown_ms)
  map.on('idle', finishIfComplete)
  return () => {
    clearTimeout(timer)
    map.off('idle', finishIfComplete)
  }
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
  const { width, height } = sizeOf(map)
  const center = map.unproject([width / 2, (height - covered_px) / 2])
  map.jumpTo({ center, padding: { top: 0, right: 0, bottom: covered_px, left: 0 } })
}

function viewOf(map: MapLibre, covered_px: number): MapView {
  const { width, height } = sizeOf(map)
  const bounds = new LngLatBounds(map.unproject([0, height - covered_px]), map.unproject([width, 0]))
  const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
  return { box: onEarth({ west, south, east, north }), zoom: map.getZoom() }
}

/** The size of a map in pixels by what it projects: to measure its container lays out the page. */
function sizeOf(map: MapLibre): { width: number; height: number } {
  const { x, y } = map.project(map.getCenter())
  return { width: 2 * x, height: 2 * y + (map.getPadding().bottom ?? 0) }
}

/** Folds the attribution into its button, which shows it again. */
export function foldAttribution(container: HTMLElement): void {
  delete container.dataset['attribution']
  const shown = container.querySelector('.maplibregl-compact-show')
  shown?.classList.remove('maplibregl-compact-show')
  shown?.removeAttribute('open')
}
