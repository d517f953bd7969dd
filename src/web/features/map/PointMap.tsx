import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useReducedMotion } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import type { Point } from './geo.ts'
import { boundsOf, useMap } from './useMap.ts'

export interface PointMapProps {
  /** Undefined until it is known. */
  point: Point | undefined
  /** What is there. */
  name: string
  /** With it, the pin can be dragged, moved by arrow keys, and put where the map is pressed. */
  onMove?: ((point: Point) => void) | undefined
  onFailed: () => void
}

/** Close enough to see the streets around. */
const zoom = 15.5
const nothing = () => undefined
/** How far an arrow key moves the pin, and with Shift. */
const [step_px, longStep_px] = [4, 40]
const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** One point on a map. */
export default function PointMap({ point, name, onMove, onFailed }: PointMapProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const isStill = useReducedMotion()
  const { map, ready, withoutStreets } = useMap(box, {
    walk: undefined,
    initialArea: { bounds: boundsOf(point === undefined ? [] : [point]), options: { maxZoom: zoom } },
    covered_px: 0,
    inPage: true,
    onView: nothing,
    onPressed: nothing,
    onFailed,
  })
  const latest = useRef({ onMove, name })
  latest.current = { onMove, name }
  const marker = useRef<Marker>(undefined)
  const isMovable = onMove !== undefined
  const [lat, lng] = [point?.lat, point?.lng]

  useEffect(() => {
    if (map === undefined || !isMovable) return undefined
    const press = map.on('click', ({ lngLat }) => latest.current.onMove?.({ lat: lngLat.lat, lng: wrap(lngLat.lng) }))
    return () => press.unsubscribe()
  }, [map, isMovable])

  useEffect(() => {
    if (map === undefined || lat === undefined || lng === undefined) return
    if (marker.current === undefined) {
      const element = Object.assign(document.createElement('div'), { className: 'map-point', role: 'img' })
      element.append(document.createElement('span'))
      if (isMovable) {
        element.tabIndex = 0
        element.setAttribute('role', 'button')
        element.setAttribute('aria-keyshortcuts', 'ArrowUp ArrowDown ArrowLeft ArrowRight')
        element.addEventListener('keydown', (event) => {
          const [x, y] = steps[event.key] ?? [0, 0]
          if (x === 0 && y === 0) return
          // The map would be moved instead.
          event.preventDefault()
          event.stopPropagation()
          const length = event.shiftKey ? longStep_px : step_px
          const at = map.project(marker.current!.getLngLat())
          const to = map.unproject([at.x + x * length, at.y + y * length])
          latest.current.onMove?.({ lat: to.lat, lng: wrap(to.lng) })
        })
      }
      const created = new Marker({ element, anchor: 'bottom', draggable: isMovable })
      created.on('dragend', () => {
        const to = created.getLngLat()
        latest.current.onMove?.({ lat: to.lat, lng: wrap(to.lng) })
      })
      marker.current = created.setLngLat({ lat, lng }).addTo(map)
    }
    marker.current.setLngLat({ lat, lng }).setDraggable(isMovable)
    marker.current.getElement().setAttribute('aria-label', latest.current.name)
    if (map.getBounds().contains({ lat, lng }) && map.getZoom() > 8) return
    map.easeTo({ center: { lat, lng }, zoom: Math.max(map.getZoom(), zoom), animate: !isStill, duration: 500 })
  }, [map, lat, lng, name, isMovable, isStill])

  useEffect(() => {
    if (lat !== undefined || marker.current === undefined) return
    marker.current.remove()
    marker.current = undefined
  }, [lat])
  useEffect(
    () => () => {
      marker.current?.remove()
      marker.current = undefined
    },
    [map],
  )

  return (
    <div className="park-map absolute inset-0" data-drawn={ready || undefined}>
      <div ref={box} className="size-full" />
      <div className="map-corner">{withoutStreets && <p className="map-note">{t('map.no_streets')}</p>}</div>
    </div>
  )
}

/** A longitude after the map was moved around the earth. */
const wrap = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180
