import {
  type AnchorHTMLAttributes,
  Children,
  createContext,
  isValidElement,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { Location, NavigateFunction, NavigateOptions, SetURLSearchParams, To } from 'react-router'
import { matchPath } from '#contract/pages.ts'

/*
 * What the pages use of React Router, in a twelfth of its weight: vite.config.ts puts this file in its place, its types and
 * its conventions stay (docs/decisions/0018). router.test.tsx holds both beside each other.
 */

type Action = 'POP' | 'PUSH' | 'REPLACE'
type Shown = { location: Location; action: Action }
/** As React Router writes it, so that an entry made by either is read by both. */
type Entry = { usr?: unknown; key?: string } | null

const ShownContext = createContext<{ shown: Shown; navigate: NavigateFunction } | undefined>(undefined)
const MatchContext = createContext<{ params: Record<string, string>; outlet: ReactNode }>({ params: {}, outlet: null })

function readLocation(): Location {
  const { pathname, search, hash } = window.location
  const entry = window.history.state as Entry
  return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default', mask: undefined }
}

const textOf = (to: To): string =>
  typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`

/** Writes an entry of the history; one that the browser refuses (too many at once) is loaded as a page. */
function writeEntry(to: string, { replace = false, state }: NavigateOptions): void {
  const url = new URL(to, window.location.href)
  // A question mark without a question is none.
  const address = url.pathname + url.search + url.hash
  const entry = { usr: state ?? null, key: Math.random().toString(36).slice(2, 10) }
  try {
    window.history[replace ? 'replaceState' : 'pushState'](entry, '', address)
  } catch (error) {
    // What cannot be kept is a mistake of whoever gave it.
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error
    window.location.assign(address)
  }
}

/** Shows the page of the address, and the next one when it changes. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>(() => ({ location: readLocation(), action: 'POP' }))
  const navigate = useCallback((to: To | number, options: NavigateOptions = {}) => {
    if (typeof to === 'number') return window.history.go(to)
    writeEntry(textOf(to), options)
    startTransition(() => setShown({ location: readLocation(), action: options.replace ? 'REPLACE' : 'PUSH' }))
    return undefined
  }, []) as NavigateFunction
  useLayoutEffect(() => {
    const onPop = () => startTransition(() => setShown({ location: readLocation(), action: 'POP' }))
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  const value = useMemo(() => ({ shown, navigate }), [shown, navigate])
  return <ShownContext value={value}>{children}</ShownContext>
}

function useRouter() {
  const router = useContext(ShownContext)
  if (router === undefined) throw new Error('no router around it')
  return router
}

export const useLocation = (): Location => useRouter().shown.location
export const useNavigationType = (): Action => useRouter().shown.action
export const useNavigate = (): NavigateFunction => useRouter().navigate
export const useParams = (): Record<string, string> => useContext(MatchContext).params
export const Outlet = (): ReactNode => useContext(MatchContext).outlet

export function useSearchParams(): [URLSearchParams, SetURLSearchParams] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback<SetURLSearchParams>(
    (next, options) => {
      const wanted = typeof next === 'function' ? next(new URLSearchParams(params)) : next
      return void navigate(`?${String(new URLSearchParams(wanted as Record<string, string>))}`, options)
    },
    [navigate, params],
  )
  return [params, change]
}

/** Goes on to another page as soon as it is shown. */
export function Navigate({ to, replace, state }: { to: To; replace?: boolean; state?: unknown }) {
  const navigate = useNavigate()
  const target = textOf(to)
  useEffect(() => void navigate(target, { replace: replace ?? false, state }), [navigate, target, replace, state])
  return null
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To
  replace?: boolean
  state?: unknown
  ref?: Ref<HTMLAnchorElement>
}

const isElsewhere = (target: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)
/** A plain press of the first button: any other opens a tab, a window or a menu. */
const isPlainPress = (event: MouseEvent, target: string | undefined): boolean =>
  event.button === 0 &&
  (!target || target === '_self') &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)

export function Link({ to, replace, state, onClick, target, ref, children, ...rest }: LinkProps) {
  const { shown, navigate } = useRouter()
  const { pathname, search, hash } = shown.location
  const text = textOf(to)
  const href = isElsewhere(text) ? text : text.startsWith('/') ? text : pathname + (text === '' ? search : text)
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || isElsewhere(href) || !isPlainPress(event, target)) return
    event.preventDefault()
    // What is shown already makes no second entry.
    void navigate(href, { replace: replace ?? href === pathname + search + hash, state })
  }
  return (
    <a {...rest} ref={ref} href={href} target={target} onClick={go}>
      {children}
    </a>
  )
}

/** Whether a path is that of a link, or below it unless `end` asks for the link's own. */
export function isInside(pathname: string, link: string, end: boolean): boolean {
  const [path, own] = [pathname.toLowerCase(), link.toLowerCase()]
  if (path === own) return true
  const edge = own !== '/' && own.endsWith('/') ? own.length - 1 : own.length
  return !end && path.startsWith(own) && path[edge] === '/'
}

/** A link that says whether it leads to the page that is shown, or to one above it. */
export function NavLink({ to, end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation()
  const isCurrent = isInside(pathname, textOf(to).split(/[?#]/, 1)[0]!, end)
  return <Link {...rest} to={to} aria-current={isCurrent ? 'page' : undefined} />
}

interface RouteProps {
  path?: string
  element: ReactNode
  children?: ReactNode
}

/** Read by `Routes` alone. */
export const Route = (_props: RouteProps): ReactNode => null

/** The element of the route that the address names, in those around it. */
export function Routes({ children }: { children: ReactNode }): ReactNode {
  const { pathname } = useLocation()
  const all = branchesOf(children, [])
  const found = matchPath(
    all.map(({ path }) => path),
    pathname,
  )
  if (found === undefined) return null
  const { elements } = all[found.index]!
  return elements.reduceRight<ReactNode>(
    (outlet, element) => <MatchContext value={{ params: found.params, outlet }}>{element}</MatchContext>,
    null,
  )
}

function branchesOf(children: ReactNode, around: readonly ReactNode[]): { path: string; elements: ReactNode[] }[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<RouteProps>(child)) return []
    const { path, element, children: inside } = child.props
    const elements = [...around, element]
    return [...(path === undefined ? [] : [{ path, elements }]), ...branchesOf(inside, elements)]
  })
}
