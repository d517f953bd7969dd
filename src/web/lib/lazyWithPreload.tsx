import { type ComponentType, lazy, type ReactNode, useState } from 'react'

/** A component whose code comes when it is first drawn, or before, when it is asked for. */
export interface Preloadable {
  (props: object): ReactNode
  /** Fetches the code; fails as the network fails. */
  load: () => Promise<void>
}

/** As React's `lazy`; one that was loaded before is drawn at once, with nothing in its place for a moment. */
export function lazyWithPreload(fetchPart: () => Promise<{ default: ComponentType }>): Preloadable {
  let coming: ReturnType<typeof fetchPart> | undefined
  // Once for each page: the browser remembers a failure, and only loading the page anew helps.
  const fetchOnce = () => (coming ??= fetchPart())
  const Waiting = lazy(fetchOnce)
  let Loaded: ComponentType | undefined
  function Part() {
    // What stands goes on standing: the other one would begin anew.
    const [Shown] = useState<ComponentType>(() => Loaded ?? Waiting)
    return <Shown />
  }
  return Object.assign(Part, {
    load: async () => {
      Loaded = (await fetchOnce()).default
    },
  })
}
