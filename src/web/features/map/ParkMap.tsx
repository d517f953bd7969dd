import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import {
  addProtocol,
  LngLatBounds,
  Map as MapLibre,
  Marker,
  NavigationControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { pageConfig } from '#web/lib/config.ts'
import { useReducedMotion } from '#web/lib/media.ts'
import { cx } from '#web/ui/cx.ts'
import type { Point } from './geo.ts'
import { dressStyle, type WalkRings } from './mapStyle.ts'
import { type MapPin, Pins } from './pins.ts'
import { useColours } from './useColours.ts'

setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

export interface ParkMapProps {
  pins: readonly MapPin[]
  /** The place that is searched, marked with a dot. */
  place: Point | undefined
  walk: WalkRings | undefined
  chosen: string | undefined
  pointed: string | undefined
  onChoose: (id: string | undefined, byKeyboard: boolean) => void
  onPoint: (id: string | undefined) => void
  /** The reader moved the map; told with its new centre. */
  onMoved: (centre: Point) => void
  /** It cannot be drawn: no WebGL, no style. The list goes on alone. */
  onFailed: () => void
  /** Fits the map to pins and place whenever this changes; undefined as long as the pins are not known. */
  view: string | undefined
  /** Stands above the chosen pin. */
  popup?: ReactNode
  /** The popup takes the focus when it opens: its pin was pressed by keyboard. */
  focusPopup?: boolean
  className?: string
}

const attribution = { compact: undefined }
/** On a narrow map the names of the sources fold away after they could be read; a button shows them again. */
const attributionShown_ms = 5_000
const nearestZoom = 16
const countryZoom = 4

/** Parks on a map. Everything on it stands in a list beside it too. */
export default function ParkMap(props: ParkMapProps) {
  const { pins, place, walk, chosen, pointed, view, popup, className } = props
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const [base, setBase] = useState<StyleSpecification>()
  const [drawn, setDrawn] = useState<{ map: MapLibre; pins: Pins }>()
  const [ready, setReady] = useState(false)
  const [bubble] = useState(() => Object.assign(document.createElement('div'), { className: 'map-popup' }))
  const colours = useColours()
  const still = useReducedMotion()

  useEffect(() => {
    const ended = new AbortController()
    fetch(pageConfig.map_style_url, { signal: ended.signal })
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`map style: ${answer.status}`))))
      .then((style) => setBase(style as StyleSpecification))
      .catch(() => {
        if (!ended.signal.aborted) latest.current.onFailed()
      })
    return () => ended.abort()
  }, [])

  // The map is made once its style is there, in the middle of what it will show, so that nothing flies in.
  useEffect(() => {
    if (base === undefined || box.current === null) return
    let map: MapLibre
    try {
      map = new MapLibre({
        container: box.current,
        style: dressStyle(base, colours, latest.current.walk, location.origin),
        attributionControl: attribution,
        dragRotate: false,
        pitchWithRotate: false,
        maxZoom: 18,
        ...startOf(latest.current),
        locale: {
          'Map.Title': t('search.map_title'),
          'NavigationControl.ZoomIn': t('search.zoom_in'),
          'NavigationControl.ZoomOut': t('search.zoom_out'),
          'AttributionControl.ToggleAttribution': t('search.map_sources'),
        },
      })
    } catch {
      latest.current.onFailed()
      return
    }
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    map.once('load', () => setReady(true))
    map.on('click', () => latest.current.onChoose(undefined, false))
    map.on('moveend', (event) => {
      if (event.originalEvent === undefined) return
      const { lat, lng } = map.getCenter()
      latest.current.onMoved({ lat, lng })
    })
    const fold = setTimeout(() => {
      box.current?.querySelector('.maplibregl-compact-show')?.classList.remove('maplibregl-compact-show')
      box.current?.querySelector('details.maplibregl-compact')?.removeAttribute('open')
    }, attributionShown_ms)
    const made = new Pins(map, {
      onChoose: (id, byKeyboard) => latest.current.onChoose(id, byKeyboard),
      onPoint: (id) => latest.current.onPoint(id),
    })
    setDrawn({ map, pins: made })
    return () => {
      clearTimeout(fold)
      setDrawn(undefined)
      setReady(false)
      map.remove()
    }
    // Colours, words and rings reach a map that stands through the effects below.
  }, [base])

  const dressed = useRef<unknown[]>(undefined)
  useEffect(() => {
    if (!drawn || !base) return
    const wears = [drawn, colours, walk]
    // The map was made in these clothes.
    if (dressed.current?.[0] === drawn && wears.some((one, n) => one !== dressed.current?.[n])) {
      drawn.map.setStyle(dressStyle(base, colours, walk, location.origin))
    }
    dressed.current = wears
  }, [drawn, base, colours, walk])

  useEffect(() => drawn?.pins.show(pins), [drawn, pins])
  useEffect(() => drawn?.pins.mark(chosen, pointed), [drawn, pins, chosen, pointed])

  useEffect(() => {
    if (!drawn || !place) return
    const element = Object.assign(document.createElement('div'), { className: 'map-place' })
    const marker = new Marker({ element }).setLngLat(place).addTo(drawn.map)
    return () => void marker.remove()
  }, [drawn, place])

  const shownView = useRef<string>(undefined)
  useEffect(() => {
    if (!drawn || view === undefined || shownView.current === view) return
    const first = shownView.current === undefined
    shownView.current = view
    const bounds = boundsOf(pins, place)
    if (bounds) drawn.map.fitBounds(bounds, { ...fit, animate: !first && !still, duration: 500 })
  }, [drawn, view, pins, place, still])

  // The chosen park comes into sight, with room for its popup above it.
  const target = pins.find(({ id }) => id === chosen)
  useEffect(() => {
    if (!drawn || !target) return
    const { x, y } = drawn.map.project(target)
    const { clientWidth: width, clientHeight: height } = drawn.map.getContainer()
    const above = popup ? Math.min(230, height - 80) : 70
    if (x < 70 || x > width - 70 || y < above || y > height - 50) {
      drawn.map.easeTo({ center: target, offset: [0, popup ? Math.min(110, height / 4) : 0], animate: !still, duration: 350 })
    }
  }, [drawn, target?.id, still])

  const hasPopup = Boolean(popup)
  useEffect(() => {
    if (!drawn || !target || !hasPopup) return
    const marker = new Marker({ element: bubble, anchor: 'bottom', offset: [0, -48] }).setLngLat(target).addTo(drawn.map)
    if (latest.current.focusPopup) bubble.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true })
    return () => void marker.remove()
  }, [drawn, target, bubble, hasPopup])

  return (
    <div className={cx('park-map', className)} data-drawn={ready || undefined}>
      <div ref={box} className="size-full" />
      {popup && createPortal(popup, bubble)}
    </div>
  )
}

const fit = { padding: { top: 56, bottom: 60, left: 52, right: 52 }, maxZoom: nearestZoom - 0.5 }

function boundsOf(pins: readonly Point[], place: Point | undefined): LngLatBounds | undefined {
  const points = place ? [...pins, place] : pins
  if (points.length === 0) return undefined
  const bounds = new LngLatBounds()
  for (const { lng, lat } of points) bounds.extend([lng, lat])
  return bounds
}

function startOf({ pins, place }: ParkMapProps) {
  const bounds = boundsOf(pins, place)
  return bounds ? { bounds, fitBoundsOptions: fit } : { center: [0, 20] as [number, number], zoom: countryZoom }
}
