import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import type { PageKey } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'

/** What a page's first render depends on. */
export interface PreloadContext {
  key: PageKey
  queries: QueryClient
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  language: Language
  country: CountryCode
  now: Date
  /** Whether somebody may be signed in on this device. */
  signedIn: boolean
}

/**
 * Fetches the queries of a page's first render and returns what its head is made of; rejects if the page itself cannot
 * be shown.
 */
export type Preload = (context: PreloadContext) => Promise<unknown>

/** Thrown by `preload` for an address that stands for another one: a path with its query. */
export class Redirect extends Error {
  readonly address: string
  /** Whether the page has moved for good. */
  readonly isPermanent: boolean
  constructor(address: string, isPermanent = false) {
    super(address)
    this.address = address
    this.isPermanent = isPermanent
  }
}

/** A lazy component whose code can be loaded before it is rendered. */
export interface Preloadable<Props extends object = object> {
  (props: Props): ReactNode
  /** Its source file from the project's root. */
  module: string
  /** Loads the code; rejects if the network fails. */
  load: () => Promise<void>
  /** Loads the code and the data; undefined when the page declares no data, and so is not rendered on the server. */
  preload: (context: PreloadContext) => Promise<{ data: unknown } | undefined>
  /** What the loaded page shows for an address that does not exist; undefined if it has nothing of its own. */
  readNotFound: () => ComponentType | undefined
}

/** What the file of a page exports. */
export interface PageModule<Props extends object = object> {
  default: ComponentType<Props>
  preload?: Preload
  /** What the page shows is the same for everybody who is signed out: the server renders it for them. */
  rendersSignedOut?: true
  NotFound?: ComponentType
}

/** Like React's `lazy`, but a component that is already loaded renders without suspending. */
export function lazyWithPreload<Props extends object = object>(
  module: string,
  fetchPart: () => Promise<PageModule<Props>>,
): Preloadable<Props> {
  let pending: ReturnType<typeof fetchPart> | undefined
  // Loaded once per page: browsers cache a failed import, so only a reload can retry it.
  const fetchOnce = () => (pending ??= fetchPart())
  const LazyPart = lazy(fetchOnce)
  let Loaded: ComponentType<Props> | undefined
  let NotFound: ComponentType | undefined
  function Part(props: Props) {
    // Keep the component chosen at the first render, because switching would remount it.
    const [Component] = useState<ComponentType<Props>>(() => Loaded ?? LazyPart)
    return <Component {...props} />
  }
  const load = async () => {
    const part = await fetchOnce()
    Loaded = part.default
    NotFound = part.NotFound
    return part
  }
  return Object.assign(Part, {
    module,
    load: async () => void (await load()),
    preload: async (context: PreloadContext) => {
      const part = await load()
      if (part.rendersSignedOut === true && !context.signedIn) return { data: undefined }
      return part.preload && { data: await part.preload(context) }
    },
    readNotFound: () => NotFound,
  })
}
