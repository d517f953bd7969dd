/**
 * Whether a click is the second of a double one whose first has led to another page meanwhile: it is meant for the page
 * before, and would press whatever stands at its place on the new one. `detail` is the click's number, `from` and `to` the
 * paths at the first click and now.
 */
export const isMeantForPreviousPage = (detail: number, from: string, to: string): boolean => detail > 1 && from !== to

/** Keeps such clicks from anything on the page. A booking is made faster than a hand clicks twice. */
export function ignoreLateClicks(): void {
  let path = ''
  document.addEventListener(
    'click',
    (event) => {
      const { pathname } = window.location
      if (event.detail <= 1) path = pathname
      else if (isMeantForPreviousPage(event.detail, path, pathname)) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
    { capture: true },
  )
}
