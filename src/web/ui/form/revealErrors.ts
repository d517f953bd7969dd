import { errorMark } from './Field.tsx'

/** How long after a submit errors are waited for: the server's may come late. */
const wait_ms = 30_000
/** Until the form has been checked in the browser and shows what is wrong. */
const check_ms = 60

const controls = 'input:not([type=hidden]):not(:disabled), select, textarea, button:not(:disabled)'

/** Brings the first wrong field of a form into view, away from bars, and focuses its control; false if there is none. */
export function revealFirstError(scope: Element): boolean {
  const error = scope.querySelector<HTMLElement>(`[${errorMark}]`)
  if (error === null) return false
  const control = findControl(error)
  control?.focus({ preventScroll: true })
  const shown = control ?? error
  shown.scrollIntoView({ block: 'center' })
  return true
}

/** The control that an error describes, or the first of a group. */
function findControl(error: HTMLElement): HTMLElement | null {
  const described = error.id === '' ? null : document.querySelector<HTMLElement>(`[aria-describedby~="${error.id}"]`)
  const group = described ?? error.parentElement
  if (group === null || group.matches(controls)) return group
  return group.querySelector<HTMLElement>('input:checked:not(:disabled)') ?? group.querySelector<HTMLElement>(controls)
}

/**
 * Reveals the first wrong field of every form that is submitted, as soon as it is marked, also by the server; unless the
 * person has gone on meanwhile. Returns a function that stops it.
 */
export function watchForms(): () => void {
  let stop = () => {}
  const onSubmit = ({ target }: Event) => {
    stop()
    stop = awaitErrors(target as Element)
  }
  const onInput = () => stop()
  document.addEventListener('submit', onSubmit, true)
  document.addEventListener('input', onInput, true)
  return () => {
    stop()
    document.removeEventListener('submit', onSubmit, true)
    document.removeEventListener('input', onInput, true)
  }
}

function awaitErrors(form: Element): () => void {
  const check = () => {
    if (revealFirstError(form)) stop()
  }
  const observer = new MutationObserver(check)
  const timers = [
    setTimeout(() => {
      check()
      observer.observe(form, { subtree: true, childList: true })
    }, check_ms),
    setTimeout(() => stop(), wait_ms),
  ]
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    observer.disconnect()
  }
  return stop
}
