import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import './pins.css'
import { Info, Map as MapIcon, Minus, Plus } from 'lucide-react'
import { Marker, type Map as MapLibre } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Box } from '#contract/fields.ts'
import { useReducedMotion, useWideScreen } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatNumber } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import type { MapView, Point } from './geo.ts'
import type { WalkRings } from './mapStyle.ts'
import { paddingFor } from './paddings.ts'
import { type MapPin, Pins } from './pins.ts'
import { boundsOf, boundsOfBox, fit, foldAttribution, maxZoom, useMap } from './useMap.ts'

export interface ParkMapProps {
  pins: readonly MapPin[]
  /** The searched place, marked with a dot. */
  place: Point | undefined
  walk: WalkRings | undefined
  /** Name of the searched street, which is marked. */
  street?: string | undefined
  chosen: string | undefined
  highlighted: string | undefined
  onChoose: (id: string | undefined, byKeyboard: boolean) => void
  onHighlight: (id: string | undefined) => void
  /** Called with the visible area, initially and after each move; `byReader` is true if the reader moved it. */
  onView: (view: MapView, byReader: boolean) => void
  /** The map cannot be drawn (no WebGL or no style). */
  onFailed: () => void
  /** The area to fit; by default the listed pins and the place. */
  box: Box | undefined
  /** Number of pins, from the first, that the list beside the map contains. */
  listed: number
  /** Height of the map's lower part that is covered, 0 by default: parks are shown above it. */
  covered_px?: number
  /** The map is fitted when this changes; undefined until the pins are loaded. */
  view: string | undefined
  /** Shown above the chosen pin. */
  popup?: ReactNode
  /** Whether the popup takes the focus when it opens (its pin was pressed by keyboard). */
  focusPopup?: boolean
  /** Whether its marks are explained: the labels are prices, and the colours tell what can be booked. */
  hasKey?: boolean
  /** False where the map fills its part of the screen, so that nothing scrolls around it. */
  inPage?: boolean
  className?: string
}

/** Car parks on a map. The list beside it has the same content. */
export default function ParkMap(props: ParkMapProps) {
  const { pins, place, walk, street, chosen, highlighted, view, popup, className } = props
  const { t, locale } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const reducedMotion = useReducedMotion()
  const latest = useRef({ ...props, still: reducedMotion, t, locale })
  latest.current = { ...props, still: reducedMotion, t, locale }
  const { map, ready, withoutStreets } = useMap(box, {
    walk,
    street,
    initialArea: initialAreaOf(props),
    covered_px: props.covered_px ?? 0,
    inPage: props.inPage !== false,
    onView: props.onView,
    onPressed: () => props.onChoose(undefined, false),
    onFailed: props.onFailed,
  })
  const [markers, setMarkers] = useState<Pins>()
  const [popupElement] = useState(() => Object.assign(document.createElement('div'), { className: 'map-popup' }))

  useEffect(() => {
    if (!map) return undefined
    const created = new Pins(map, {
      onChoose: (id, byKeyboard) => {
        const several = latest.current.pins.find((pin) => pin.id === id)?.box
        if (several) zoomInto(map, several, latest.current.still)
        else latest.current.onChoose(id, byKeyboard)
      },
      onHighlight: (id) => latest.current.onHighlight(id),
      nameWithOthers: (name, count) => latest.current.t('map.name_and_more', { name, count }),
      clusterText: (count) => {
        const total = formatNumber(count, latest.current.locale)
        return { label: total, name: latest.current.t('map.many_here', { count, total }) }
      },
    })
    setMarkers(created)
    return () => {
      created.stop()
      setMarkers(undefined)
    }
  }, [map])
  // The others in the area wait for the streets, which keep a phone busy.
  const { listed } = props
  const shown = useMemo(() => (ready ? pins : pins.slice(0, listed)), [ready, pins, listed])
  useEffect(() => markers?.show(shown), [markers, shown])
  useEffect(() => markers?.mark(chosen, highlighted), [markers, shown, chosen, highlighted])

  useEffect(() => {
    if (!map || !place) return undefined
    const element = Object.assign(document.createElement('div'), { className: 'map-place' })
    const marker = new Marker({ element }).setLngLat(place).addTo(map)
    return () => void marker.remove()
  }, [map, place])

  const fittedView = useRef<string>(undefined)
  useEffect(() => {
    // By now the pins are placed and the widths of their labels measured.
    if (!map || !markers || view === undefined || fittedView.current === view) return
    const isFirst = fittedView.current === undefined
    fittedView.current = view
    const { bounds, options } = initialAreaOf(latest.current)
    if (bounds)
      map.fitBounds(bounds, {
        ...options,
        ...paddingOf(map, markers, latest.current),
        animate: !isFirst && !reducedMotion,
        duration: 500,
      })
  }, [map, markers, view, reducedMotion])

  // Moves the map so that the chosen park and its popup are visible.
  useEffect(() => {
    const target = latest.current.pins.find(({ id }) => id === chosen)
    if (!map || !target) return
    const { x, y } = map.project(target)
    const { clientWidth: width, clientHeight } = map.getContainer()
    const height = clientHeight - (latest.current.covered_px ?? 0)
    const open = Boolean(latest.current.popup)
    const above = open ? Math.min(230, height - 80) : 70
    if (x > 70 && x < width - 70 && y > above && y < height - 50) return
    map.easeTo({
      center: target,
      offset: [0, open ? Math.min(110, height / 4) : 0],
      animate: !reducedMotion,
      duration: 350,
    })
  }, [map, chosen, reducedMotion])

  // On a phone one small button has everything.
  const isSmall = !useWideScreen() && props.inPage === false
  const hasKey = pins.length > 1 && props.hasKey !== false
  const target = pins.find(({ id }) => id === chosen)
  const hasPopup = Boolean(popup)
  useEffect(() => {
    if (!map || !target || !hasPopup) return undefined
    foldAttribution(map.getContainer())
    const marker = new Marker({ element: popupElement, anchor: 'bottom', offset: [0, -48] })
      .setLngLat(target)
      .addTo(map)
    if (latest.current.focusPopup) popupElement.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true })
    return () => void marker.remove()
  }, [map, target, popupElement, hasPopup])

  return (
    <div
      className={cx('park-map', className)}
      data-drawn={ready || undefined}
      data-small={props.inPage === false || undefined}
    >
      <div ref={box} className="size-full" />
      <div className="map-corner">
        {(hasKey || isSmall) && <MapKey hasKey={hasKey} zoomed={isSmall ? map : undefined} />}
        {withoutStreets && <p className="map-note">{t('map.no_streets')}</p>}
      </div>
      {popup && createPortal(popup, popupElement)}
    </div>
  )
}

/** The area to fit: the given box exactly, otherwise the listed pins and the place with padding. */
function initialAreaOf({ box, pins, listed, place }: Pick<ParkMapProps, 'box' | 'pins' | 'listed' | 'place'>) {
  if (box) return { bounds: boundsOfBox(box), options: { maxZoom: maxZoom } }
  const parks = pins.slice(0, listed)
  return { bounds: boundsOf(place ? [...parks, place] : parks), options: fit }
}

/** Padding that keeps listed pins clear of the buttons; none if a box is given. */
function paddingOf(
  map: MapLibre,
  markers: Pins,
  { box, pins, listed, place, covered_px = 0 }: Pick<ParkMapProps, 'box' | 'pins' | 'listed' | 'place' | 'covered_px'>,
) {
  const container = map.getContainer()
  const buttons = container.querySelector('.maplibregl-ctrl-top-right .maplibregl-ctrl')
  if (box || !buttons || buttons.getClientRects().length === 0) return {}
  const frame = container.getBoundingClientRect()
  const { left, bottom } = buttons.getBoundingClientRect()
  const corner = { width: frame.right - left, height: bottom - frame.top }
  const marked = pins.slice(0, listed).map((pin) => ({ ...pin, width: markers.widthOf(pin.id) }))
  const all = place ? [...marked, { ...place, width: 0 }] : marked
  const uncovered = { width: frame.width, height: frame.height - covered_px }
  return { padding: paddingFor(all, uncovered, corner, fit.padding, fit.maxZoom) }
}

/** Zooms in until a cluster splits, at least one level. */
function zoomInto(map: MapLibre, box: Box, reducedMotion: boolean): void {
  const camera = map.cameraForBounds(boundsOfBox(box), { padding: fit.padding, maxZoom: maxZoom })
  if (camera === undefined) return
  const zoom = Math.min(maxZoom, Math.max(map.getZoom() + 1, camera.zoom ?? 0))
  // Treated as a move by the reader, so that the new area can be searched.
  map.easeTo({ ...camera, zoom, animate: !reducedMotion, duration: 400 }, { byReader: true })
}

/** An example, as in "+8". */
const exampleCount = 8
const exampleCluster = 12

interface MapKeyProps {
  hasKey: boolean
  /** The map of a phone, whose buttons are in here too. */
  zoomed: MapLibre | undefined
}

/** Explains the marks on the map: dots, counts and grey labels. Opens and closes by touch and keyboard. */
function MapKey({ hasKey, zoomed }: MapKeyProps) {
  const { t, locale } = useTranslation()
  const isStill = useReducedMotion()
  const zoom = (by: 1 | -1) => zoomed?.zoomTo(zoomed.getZoom() + by, { animate: !isStill }, { byReader: true })
  const key = useRef<HTMLDetailsElement>(null)
  const count = formatNumber(exampleCount, locale)
  return (
    <details
      ref={key}
      className="map-key"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || key.current?.open !== true) return
        // The map's own Escape deselects a park.
        event.stopPropagation()
        key.current.open = false
        key.current.querySelector('summary')?.focus()
      }}
    >
      {zoomed ? (
        <summary aria-label={t('map.tools')} className="justify-center">
          <MapIcon aria-hidden="true" />
        </summary>
      ) : (
        <summary>
          <Info aria-hidden="true" />
          {t('map.key.title')}
        </summary>
      )}
      {zoomed && (
        <div className="map-zoom">
          {([1, -1] as const).map((by) => (
            <button key={by} type="button" onClick={() => zoom(by)}>
              {by === 1 ? <Plus aria-hidden="true" /> : <Minus aria-hidden="true" />}
              {t(by === 1 ? 'map.zoom_in' : 'map.zoom_out')}
            </button>
          ))}
        </div>
      )}
      <dl hidden={!hasKey}>
        <dt>
          <span className="key-dot" />
          <span className="sr-only">{t('map.key.dot_name')}</span>
        </dt>
        <dd>{t('map.key.dot')}</dd>
        <dt>
          <span className="key-count">+{count}</span>
        </dt>
        <dd>{t('map.key.more', { count: exampleCount })}</dd>
        <dt>
          <span className="key-many">{formatNumber(exampleCluster, locale)}</span>
        </dt>
        <dd>{t('map.key.many')}</dd>
        <dt>
          <span className="key-off" />
          <span className="sr-only">{t('map.key.off_name')}</span>
        </dt>
        <dd>{t('map.key.off')}</dd>
      </dl>
    </details>
  )
}
