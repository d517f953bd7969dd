import { Marker, type Map as MapLibre } from 'maplibre-gl'
import type { Point } from './geo.ts'

/** A park on the map. */
export interface MapPin extends Point {
  id: string
  /** What the pin shows: the whole price, or a word. */
  label: string
  /** What a screen reader says of it. */
  name: string
  /** `plain` can be booked, `off` is full, closed or too low, `dot` has no price to show. */
  tone: 'plain' | 'off' | 'dot'
}

export interface PinEvents {
  /** `byKeyboard` tells that no pointer pressed it. */
  onChoose: (id: string, byKeyboard: boolean) => void
  onPoint: (id: string | undefined) => void
}

type Placed = {
  pin: MapPin
  marker: Marker
  button: HTMLButtonElement
  /** Of the label, in pixels; measured when it changes. */
  width: number
}

const labelHeight_px = 38

/** The pins on a map as buttons, kept in step with the list of parks; where they crowd, the later ones become dots. */
export class Pins {
  private readonly map: MapLibre
  private readonly events: PinEvents
  private readonly placed = new Map<string, Placed>()
  private first: (string | undefined)[] = []

  constructor(map: MapLibre, events: PinEvents) {
    this.map = map
    this.events = events
    map.on('moveend', () => this.makeRoom())
  }

  /** Puts these pins on the map and takes every other one off. */
  show(pins: readonly MapPin[]): void {
    const wanted = new Set(pins.map(({ id }) => id))
    for (const [id, { marker }] of this.placed) {
      if (wanted.has(id)) continue
      marker.remove()
      this.placed.delete(id)
    }
    for (const pin of pins) {
      const known = this.placed.get(pin.id)
      const { button, marker } = known ?? this.place(pin)
      if (known) {
        marker.setLngLat(pin)
        // In the order of the list, which is the order in which they get room.
        this.placed.delete(pin.id)
      }
      const changed = known?.pin.label !== pin.label
      if (changed) button.removeAttribute('data-small')
      dress(button, pin)
      this.placed.set(pin.id, { pin, button, marker, width: changed ? 0 : known.width })
    }
    for (const one of this.placed.values()) {
      if (one.width === 0) one.width = (one.button.firstElementChild as HTMLElement).offsetWidth
    }
    this.makeRoom()
  }

  /** Marks the chosen pin, and the one that is pointed at in the list. */
  mark(chosen: string | undefined, pointed: string | undefined): void {
    for (const [id, { button }] of this.placed) {
      button.toggleAttribute('data-chosen', id === chosen)
      button.toggleAttribute('data-pointed', id === pointed)
      button.setAttribute('aria-pressed', String(id === chosen))
    }
    this.first = [chosen, pointed]
    this.makeRoom()
  }

  /** A label that would cover one before it becomes a dot; the chosen one and the one pointed at come first. */
  private makeRoom(): void {
    const marked = this.first.flatMap((id) => (id === undefined ? [] : (this.placed.get(id) ?? [])))
    const rest = [...this.placed.values()].filter((one) => !marked.includes(one))
    const taken: { x: number; y: number; width: number }[] = []
    for (const { pin, button, width } of [...marked, ...rest]) {
      const { x, y } = this.map.project(pin)
      const covers = taken.some(
        (other) => Math.abs(other.x - x) < (other.width + width) / 2 && Math.abs(other.y - y) < labelHeight_px,
      )
      button.toggleAttribute('data-small', covers)
      if (!covers) taken.push({ x, y, width })
    }
  }

  private place(pin: MapPin): Pick<Placed, 'button' | 'marker'> {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'park-pin'
    button.append(document.createElement('span'))
    button.addEventListener('click', (event) => {
      event.stopPropagation()
      this.events.onChoose(pin.id, event.detail === 0)
    })
    const point = () => this.events.onPoint(pin.id)
    const leave = () => this.events.onPoint(undefined)
    button.addEventListener('pointerenter', point)
    button.addEventListener('pointerleave', leave)
    button.addEventListener('focus', point)
    button.addEventListener('blur', leave)
    return { button, marker: new Marker({ element: button, anchor: 'bottom' }).setLngLat(pin).addTo(this.map) }
  }
}

function dress(button: HTMLButtonElement, pin: MapPin): void {
  button.dataset.tone = pin.tone
  button.setAttribute('aria-label', pin.name)
  button.firstElementChild!.textContent = pin.label
}
