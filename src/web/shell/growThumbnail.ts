/** Longest wait for the page before it is shown without motion. */
const longestWait_ms = 350

/** Opens a car park's page so that the picture of its card grows into the one at its top. */
export function growThumbnail(thumbnail: HTMLElement, open: () => void): void {
  const name = (picture: HTMLElement, value: string) => picture.style.setProperty('view-transition-name', value)
  const findHero = () => document.querySelector<HTMLElement>('[data-hero-picture]')
  const left = findHero()?.getAttribute('src')
  let hero: HTMLElement | null = null
  name(thumbnail, 'park-picture')
  const transition = document.startViewTransition(async () => {
    open()
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      hero = findHero()
      if (hero !== null && hero.getAttribute('src') !== left) resolve()
    }
    const watched = new MutationObserver(look)
    watched.observe(document.body, { childList: true, subtree: true, attributeFilter: ['src'] })
    const timer = setTimeout(resolve, longestWait_ms)
    look()
    await promise
    watched.disconnect()
    clearTimeout(timer)
    name(thumbnail, '')
    if (hero !== null) name(hero, 'park-picture')
  })
  // It is skipped where a page is hidden or another one follows, which is no failure.
  const end = () => hero !== null && name(hero, '')
  transition.ready.catch(() => undefined)
  void transition.finished.then(end, end)
}
