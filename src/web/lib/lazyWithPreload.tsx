import { type ComponentType, lazy, type ReactNode, useState } from 'react'

/** A lazy component whose code can be loaded before it is rendered. */
export interface Preloadable {
  (props: object): ReactNode
  /** Loads the code; rejects if the network fails. */
  load: () => Promise<void>
}

/** Like React's `lazy`, but a component that is already loaded renders without suspending. */
export function lazyWithPreload(fetchPart: () => Promise<{ default: ComponentType }>): Preloadable {
  let pending: ReturnType<typeof fetchPart> | undefined
  // Loaded once per page: browsers cache a failed import, so only a reload can retry it.
  const fetchOnce = () => (pending ??= fetchPart())
  const LazyPart = lazy(fetchOnce)
  let Loaded: ComponentType | undefined
  function Part() {
    // Keep the component chosen at the first render, because switching would remount it.
    const [Component] = useState<ComponentType>(() => Loaded ?? LazyPart)
    return <Component />
  }
  return Object.assign(Part, {
    load: async () => {
      Loaded = (await fetchOnce()).default
    },
  })
}
