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

type Placed = { pin: MapPin; marker: Marker; button: HTMLButtonElement }

/** The pins on a map as buttons, kept in step with the list of parks. */
export class Pins {
  private readonly map: MapLibre
  private readonly events: PinEvents
  private readonly placed = new Map<string, Placed>()

  constructor(map: MapLibre, events: PinEvents) {
    this.map = map
    this.events = events
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
      if (known) marker.setLngLat(pin)
      this.placed.set(pin.id, { pin, button, marker })
      dress(button, pin)
    }
  }

  /** Marks the chosen pin, and the one that is pointed at in the list. */
  mark(chosen: string | undefined, pointed: string | undefined): void {
    for (const [id, { button }] of this.placed) {
      button.toggleAttribute('data-chosen', id === chosen)
      button.toggleAttribute('data-pointed', id === pointed)
      button.setAttribute('aria-pressed', String(id === chosen))
    }
  }

  /** Puts the focus on a pin: where it was before a popup took it. */
  focus(id: string): void {
    this.placed.get(id)?.button.focus()
  }

  private place(pin: MapPin): Omit<Placed, 'pin'> {
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
