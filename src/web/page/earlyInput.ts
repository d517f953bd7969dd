/*
 * What a visitor types, chooses and clicks before the page is hydrated: until then no component hears of it, and React
 * sets the fields back to what they were rendered with.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A click that had to wait for longer is forgotten: by then its visitor expects nothing any more. */
const CLICK_WAIT_MS = 5_000

const changed = new Map<Control, string | boolean>()
let clicked: { button: HTMLButtonElement; at: number } | undefined

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
const isToggle = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

function recordChange({ target }: Pick<Event, 'target'>): void {
  if (isControl(target) && target.type !== 'file') changed.set(target, isToggle(target) ? target.checked : target.value)
}

/** Buttons that send a form do so without scripts. */
function recordClick({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null
  if (button?.type === 'button') clicked = { button, at: performance.now() }
}

/** Whether a field has another value than the server rendered: it was changed before this script came. */
function isChanged(control: Control): boolean {
  if (isToggle(control)) return control.checked && !control.defaultChecked
  if (!(control instanceof HTMLSelectElement)) return control.type !== 'file' && control.value !== control.defaultValue
  const options = [...control.options]
  return control.value !== (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value
}

/** Starts recording, with what has been typed and chosen until now. */
export function recordEarlyInput(): void {
  for (const control of document.querySelectorAll<Control>('input, textarea, select'))
    if (isChanged(control)) recordChange({ target: control })
  document.addEventListener('input', recordChange, true)
  document.addEventListener('change', recordChange, true)
  document.addEventListener('click', recordClick, true)
}

/** The value that was given to a field before another one took its place, once; undefined if there was none. */
export function readEarlyValue(name: string): string | undefined {
  const [control, value] = [...changed].find(([first]) => first.name === name && !first.isConnected) ?? []
  if (control !== undefined) changed.delete(control)
  return typeof value === 'string' ? value : undefined
}

/** Ends recording and repeats, for the components, what was recorded. */
export function replayEarlyInput(): void {
  document.removeEventListener('input', recordChange, true)
  document.removeEventListener('change', recordChange, true)
  document.removeEventListener('click', recordClick, true)
  // A field that has the focus may prepare something on it.
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  for (const [control, value] of changed) if (control.isConnected) replay(control, value)
  if (clicked?.button.isConnected === true && performance.now() - clicked.at < CLICK_WAIT_MS) clicked.button.click()
  clicked = undefined
}

function replay(control: Control, value: string | boolean): void {
  if (isToggle(control)) {
    if (control.checked !== value) control.click()
    return
  }
  // React ignores an event of a field that has the value last set through the element itself.
  control.value = value === '' ? ' ' : ''
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!
  set!.call(control, value)
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
