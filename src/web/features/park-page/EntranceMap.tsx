import 'maplibre-gl/dist/maplibre-gl.css'
import '#web/features/map/map.css'
import { Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { Point } from '#web/features/map/geo.ts'
import { boundsOf, useMap } from '#web/features/map/useMap.ts'
import { useTranslation } from '#web/page/translation.ts'

type NamedPoint = Point & { name: string }

interface EntranceMapProps {
  /** Where drivers enter, numbered if there are several. */
  entrances: readonly NamedPoint[]
  /** Where they want to go, if it is near. */
  place: NamedPoint | undefined
  onFailed: () => void
}

/** Close enough to see the streets around. */
const maxZoom = 16
/** Room for a pin, the buttons and the attribution. */
const padding = { top: 56, bottom: 72, left: 48, right: 84 }
const nothing = () => undefined

/** The entrances of a car park, and the destination, on a map. */
export default function EntranceMap({ entrances, place, onFailed }: EntranceMapProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const points = place === undefined ? entrances : [...entrances, place]
  const { map, ready, withoutStreets } = useMap(box, {
    walk: undefined,
    initialArea: { bounds: boundsOf(points), options: { maxZoom, padding } },
    covered_px: 0,
    inPage: true,
    onView: nothing,
    onPressed: nothing,
    onFailed,
  })
  // The points are new objects in each render, but seldom others.
  const key = JSON.stringify([entrances, place])
  const latest = useRef({ entrances, place })
  latest.current = { entrances, place }
  useEffect(() => {
    if (map === undefined) return undefined
    const { entrances, place } = latest.current
    const mark = (className: string, point: NamedPoint, anchor: 'bottom' | 'center', text = '') => {
      const element = Object.assign(document.createElement('div'), { className, role: 'img', title: point.name })
      element.setAttribute('aria-label', point.name)
      const span = element.appendChild(document.createElement('span'))
      if (text !== '') span.append(Object.assign(document.createElement('b'), { textContent: text }))
      return new Marker({ element, anchor }).setLngLat(point).addTo(map)
    }
    const markers = [
      ...(place ? [mark('map-place', place, 'center')] : []),
      ...entrances.map((entrance, n) =>
        mark('map-point', entrance, 'bottom', entrances.length > 1 ? String(n + 1) : ''),
      ),
    ]
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [map, key])

  return (
    <div className="park-map absolute inset-0" data-drawn={ready || undefined}>
      <div ref={box} className="size-full" />
      <div className="map-corner">{withoutStreets && <p className="map-note">{t('map.no_streets')}</p>}</div>
    </div>
  )
}
