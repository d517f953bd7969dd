/**
 * Calls `act` once the browser has painted what changed so far: a press is answered by the next frame, and what follows from
 * it does not hold that frame up (https://web.dev/articles/optimize-inp). Hidden pages, which paint nothing, call it as well.
 */
export function afterPaint(act: () => void): void {
  const timer = setTimeout(act, hiddenPage_ms)
  requestAnimationFrame(() => {
    clearTimeout(timer)
    setTimeout(act)
  })
}

/** Frames come sooner than this wherever there are any. */
const hiddenPage_ms = 300
