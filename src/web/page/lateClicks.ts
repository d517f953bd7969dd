/**
 * Whether a click is the second one of a double click whose first one has changed the page. `detail` is the number of
 * the click, `from` and `to` are the paths at the first click and now.
 */
export const isMeantForPreviousPage = (detail: number, from: string, to: string): boolean => detail > 1 && from !== to

/** Cancels such clicks, so that they don't press a control of the new page. */
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
