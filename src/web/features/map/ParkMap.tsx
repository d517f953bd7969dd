import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { Marker } from 'maplibre-gl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useReducedMotion } from '#web/lib/media.ts'
import { cx } from '#web/ui/cx.ts'
import type { Point } from './geo.ts'
import type { WalkRings } from './mapStyle.ts'
import { type MapPin, Pins } from './pins.ts'
import { boundsOf, fit, useMap } from './useMap.ts'

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

/** Parks on a map. Everything on it stands in a list beside it too. */
export default function ParkMap(props: ParkMapProps) {
  const { pins, place, walk, chosen, pointed, view, popup, className } = props
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const ground = place ? [...pins, place] : pins
  const { map, ready } = useMap(box, {
    walk,
    ground,
    onMoved: props.onMoved,
    onPressed: () => props.onChoose(undefined, false),
    onFailed: props.onFailed,
  })
  const [shown, setShown] = useState<Pins>()
  const [bubble] = useState(() => Object.assign(document.createElement('div'), { className: 'map-popup' }))
  const still = useReducedMotion()

  useEffect(() => {
    if (!map) return undefined
    const made = new Pins(map, {
      onChoose: (id, byKeyboard) => latest.current.onChoose(id, byKeyboard),
      onPoint: (id) => latest.current.onPoint(id),
    })
    setShown(made)
    return () => setShown(undefined)
  }, [map])
  useEffect(() => shown?.show(pins), [shown, pins])
  useEffect(() => shown?.mark(chosen, pointed), [shown, pins, chosen, pointed])

  useEffect(() => {
    if (!map || !place) return undefined
    const element = Object.assign(document.createElement('div'), { className: 'map-place' })
    const marker = new Marker({ element }).setLngLat(place).addTo(map)
    return () => void marker.remove()
  }, [map, place])

  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (!map || view === undefined || seen.current === view) return
    const first = seen.current === undefined
    seen.current = view
    const bounds = boundsOf(latest.current.place ? [...latest.current.pins, latest.current.place] : latest.current.pins)
    if (bounds) map.fitBounds(bounds, { ...fit, animate: !first && !still, duration: 500 })
  }, [map, view, still])

  // The chosen park comes into sight, with room for its popup above it.
  useEffect(() => {
    const target = latest.current.pins.find(({ id }) => id === chosen)
    if (!map || !target) return
    const { x, y } = map.project(target)
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    const open = Boolean(latest.current.popup)
    const above = open ? Math.min(230, height - 80) : 70
    if (x > 70 && x < width - 70 && y > above && y < height - 50) return
    map.easeTo({ center: target, offset: [0, open ? Math.min(110, height / 4) : 0], animate: !still, duration: 350 })
  }, [map, chosen, still])

  const target = pins.find(({ id }) => id === chosen)
  const hasPopup = Boolean(popup)
  useEffect(() => {
    if (!map || !target || !hasPopup) return undefined
    const marker = new Marker({ element: bubble, anchor: 'bottom', offset: [0, -48] }).setLngLat(target).addTo(map)
    if (latest.current.focusPopup) bubble.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true })
    return () => void marker.remove()
  }, [map, target, bubble, hasPopup])

  return (
    <div className={cx('park-map', className)} data-drawn={ready || undefined}>
      <div ref={box} className="size-full" />
      {popup && createPortal(popup, bubble)}
    </div>
  )
}
