import { Marker, type Map as MapLibre } from 'maplibre-gl'
import type { Box } from '#contract/fields.ts'
import { afterPaint } from '#web/page/afterPaint.ts'
import type { Point } from './geo.ts'
import { type Area, isCovered, layOutPins } from './pinLayout.ts'

/** A car park on the map, or a cluster of several. */
export interface MapPin extends Point {
  id: string
  /** Visible label: the total price, a word, or the number of parks. */
  label: string
  /** Accessible name. */
  name: string
  /** `plain` can be booked, `off` is full, closed or too low, `dot` has no price, `many` is a cluster. */
  tone: 'plain' | 'off' | 'dot' | 'many'
  /** Number of parks it represents. */
  count: number
  /** Area of a cluster. */
  box?: Box
}

export interface PinEvents {
  /** `byKeyboard` is true if the click came without a pointer. */
  onChoose: (id: string, byKeyboard: boolean) => void
  onHighlight: (id: string | undefined) => void
  /** Accessible name of a pin that counts hidden ones. */
  nameWithOthers: (name: string, others: number) => string
  /** Label and accessible name of a cluster. */
  clusterText: (count: number) => { label: string; name: string }
}

interface Placed {
  pin: MapPin
  marker: Marker
  button: HTMLButtonElement
  /** Of the label, in pixels; 0 until measured. */
  width: number
}

/** What browsers send after a tap, for pages that know mice only. */
const mouseEvents = ['mouseover', 'mousemove', 'mousedown', 'mouseup', 'mouseout'] as const

/**
 * Keeps taps on a pin from the map, which would measure and draw itself for each. It hears of a finger on a pin once the
 * finger moves, so that the map can be moved from there too.
 */
function keepTapsFromMap(button: HTMLButtonElement, map: MapLibre): void {
  let isTouched = false
  const follow = ({ pointerType }: PointerEvent) => (isTouched = pointerType === 'touch')
  button.addEventListener('pointerover', follow)
  button.addEventListener('pointerdown', follow)
  for (const type of mouseEvents) button.addEventListener(type, (event) => isTouched && event.stopPropagation())

  let isTap = false
  const start = (event: TouchEvent) => {
    isTap = event.touches.length === 1
    if (isTap) event.stopPropagation()
  }
  const move = ({ touches, targetTouches, changedTouches }: TouchEvent) => {
    if (!isTap) return
    isTap = false
    const fingers = { touches: [...touches], targetTouches: [...targetTouches], changedTouches: [...changedTouches] }
    map.getCanvasContainer().dispatchEvent(new TouchEvent('touchstart', { ...fingers, cancelable: true }))
  }
  const end = (event: TouchEvent) => isTap && event.stopPropagation()
  button.addEventListener('touchstart', start, { passive: true })
  button.addEventListener('touchmove', move, { passive: true })
  button.addEventListener('touchend', end)
  button.addEventListener('touchcancel', end)
}

/** New pins by task: a page of the list, which the view is fitted to. */
const placedAtOnce = 20

/** Clusters from this size take precedence over prices. */
const largeCluster = 10

/**
 * The pins on a map as buttons, in sync with the parks. Where they would overlap, later ones become dots or are
 * counted.
 */
export class Pins {
  private readonly map: MapLibre
  private readonly events: PinEvents
  private readonly placed = new Map<string, Placed>()
  /** In the order of the list, which is the priority of the layout. */
  private shown: readonly MapPin[] = []
  /** The chosen and the highlighted pin. */
  private first: [string | undefined, string | undefined] = [undefined, undefined]
  private frame: number | undefined
  private waiting: ReturnType<typeof setTimeout> | undefined

  constructor(map: MapLibre, events: PinEvents) {
    this.map = map
    this.events = events
    map.on('moveend', () => this.layOutLater())
  }

  /**
   * Shows these pins and removes all others. Some new ones are placed at once, the others in tasks that follow: to place a
   * hundred takes a phone longer than a press should wait.
   */
  show(pins: readonly MapPin[]): void {
    const shownIds = new Set(pins.map(({ id }) => id))
    for (const [id, { marker }] of this.placed) {
      if (shownIds.has(id)) continue
      marker.remove()
      this.placed.delete(id)
    }
    this.shown = pins
    for (const pin of pins) this.update(pin)
    this.placeSome()
  }

  /** Places no more pins. */
  stop(): void {
    clearTimeout(this.waiting)
  }

  private placeSome(): void {
    clearTimeout(this.waiting)
    const missing = this.shown.filter(({ id }) => !this.placed.has(id))
    for (const pin of missing.slice(0, placedAtOnce)) {
      const first = { pin, ...this.place(pin), width: 0 }
      this.placed.set(pin.id, first)
      label(first)
    }
    for (const entry of this.placed.values())
      if (entry.width === 0) entry.width = (entry.button.firstElementChild as HTMLElement).offsetWidth
    this.mark(...this.first)
    if (missing.length > placedAtOnce) this.waiting = setTimeout(() => this.placeSome())
  }

  private update(pin: MapPin): void {
    const first = this.placed.get(pin.id)
    if (first === undefined) return
    const isRelabelled = first.pin.label !== pin.label
    first.pin = pin
    first.marker.setLngLat(pin)
    first.button.dataset.tone = pin.tone
    if (isRelabelled) label(first)
  }

  /** Label width of a pin in pixels; 0 for unknown pins. */
  widthOf(id: string): number {
    return this.placed.get(id)?.width ?? 0
  }

  /** Marks the chosen pin and the one highlighted in the list. */
  mark(chosen: string | undefined, highlighted: string | undefined): void {
    this.markChosen(chosen)
    for (const [id, { button }] of this.placed) button.toggleAttribute('data-highlighted', id === highlighted)
    this.first = [chosen, highlighted]
    this.layOutLater()
  }

  private markChosen(chosen: string | undefined): void {
    for (const [id, { button, pin }] of this.placed) {
      const isChosen = id === chosen
      // To write what is there already makes the browser look for new styles.
      if (button.hasAttribute('data-chosen') === isChosen && button.hasAttribute('aria-pressed')) continue
      button.toggleAttribute('data-chosen', isChosen)
      if (pin.tone !== 'many') button.setAttribute('aria-pressed', String(isChosen))
    }
  }

  /** Once before the next frame is drawn, whatever changes until then. */
  private layOutLater(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined
      this.layOut()
    })
  }

  /** Priority: the chosen and the highlighted pin, then large clusters, then the rest. */
  private layOut(): void {
    const marked = this.first.flatMap((id) => (id === undefined ? [] : (this.placed.get(id) ?? [])))
    const rest = this.shown.flatMap(({ id }) => this.placed.get(id) ?? [])
    const all = [...new Set([...marked, ...rest.filter(({ pin }) => pin.count >= largeCluster), ...rest])]
    const spots = all.map(({ pin, width }) => {
      const { x, y } = this.map.project(pin)
      return { x, y, width, round: pin.tone === 'many' }
    })
    const forms = layOutPins(spots)
    const others = new Map<number, number>()
    for (const [n, form] of forms.entries()) {
      if (typeof form === 'number') others.set(form, (others.get(form) ?? 0) + all[n]!.pin.count)
    }
    const controls = this.measureControls()
    const { clientWidth, clientHeight } = this.map.getContainer()
    const covered_px = this.map.getPadding().bottom ?? 0
    const uncovered = { left: 0, top: 0, right: clientWidth, bottom: clientHeight - covered_px }
    for (const [n, form] of forms.entries()) {
      this.updateButton(all[n]!, form, others.get(n) ?? 0)
      all[n]!.button.toggleAttribute(
        'data-covered',
        typeof form === 'string' && isCovered(spots[n]!, form, uncovered, controls),
      )
    }
  }

  /** The boxes of the buttons over the map, in pixels of the map. */
  private measureControls(): Area[] {
    const container = this.map.getContainer()
    const frame = container.getBoundingClientRect()
    const controls = container.parentElement?.querySelectorAll('.map-key summary, .maplibregl-ctrl-group') ?? []
    return [...controls].map((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      return {
        left: left - frame.left,
        right: right - frame.left,
        top: top - frame.top,
        bottom: bottom - frame.top,
      }
    })
  }

  private updateButton({ pin, button }: Placed, form: 'label' | 'dot' | number, others: number): void {
    const span = button.firstElementChild as HTMLElement
    button.toggleAttribute('data-small', form === 'dot')
    button.toggleAttribute('data-under', typeof form === 'number')
    if (pin.tone === 'many') {
      // A cluster includes the pins hidden under it in its count.
      const { label, name } = this.events.clusterText(pin.count + others)
      if (span.textContent !== label) span.textContent = label
      button.setAttribute('aria-label', name)
      button.title = name
      return
    }
    const name = others === 0 ? pin.name : this.events.nameWithOthers(pin.name, others)
    button.setAttribute('aria-label', name)
    // Explains a count or a dot to a pointer; a label speaks for itself.
    button.title = others > 0 || form === 'dot' ? name : ''
    if (others === 0) delete span.dataset.more
    else span.dataset.more = form === 'dot' ? String(others + 1) : `+${others}`
  }

  private place(pin: MapPin): Pick<Placed, 'button' | 'marker'> {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'park-pin'
    button.append(document.createElement('span'))
    button.addEventListener('click', (event) => {
      event.stopPropagation()
      const isByKeyboard = event.detail === 0
      if (pin.tone !== 'many') this.markChosen(pin.id)
      afterPaint(() => this.events.onChoose(pin.id, isByKeyboard))
    })
    keepTapsFromMap(button, this.map)
    const highlight = () => this.events.onHighlight(pin.id)
    const leave = () => this.events.onHighlight(undefined)
    // A finger does not hover: it presses.
    button.addEventListener('pointerenter', ({ pointerType }) => pointerType !== 'touch' && highlight())
    button.addEventListener('pointerleave', leave)
    // By keyboard. A press chooses the pin: to highlight it as well would make the list do everything twice.
    button.addEventListener('focus', () => button.matches(':focus-visible') && highlight())
    button.addEventListener('blur', leave)
    const anchor = pin.tone === 'many' ? 'center' : 'bottom'
    return { button, marker: new Marker({ element: button, anchor }).setLngLat(pin).addTo(this.map) }
  }
}

function label(placed: Placed): void {
  placed.width = 0
  placed.button.dataset.tone = placed.pin.tone
  placed.button.firstElementChild!.textContent = placed.pin.label
  placed.button.removeAttribute('data-small')
}
