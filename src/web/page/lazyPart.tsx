import { type ComponentType, lazy, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { isLoadingFailure } from './loadingFailures.ts'
import { useTranslation } from './translation.ts'

/** What stands in for a part gets the part's own properties. */
type Stand<Props extends object> = ComponentType<Props & { onRetry: () => void }>

type Part<Props extends object> = (props: Props) => ReactNode

interface LazyOptions {
  /**
   * Whether the reader asked for the part. If it fails again while there is a network, the page is too old for its files: the
   * failure is thrown, and the page reloads.
   */
  isWanted?: boolean
}

const Nothing = () => null

/**
 * A part of a screen whose code is loaded when it is shown. Unlike React's `lazy`, code that could not be fetched leaves the
 * rest of the screen as it is: `Missing` stands in for it until the network is back or the part is opened again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: Stand<Props> = Nothing,
  { isWanted = false }: LazyOptions = {},
): Part<Props> {
  const listeners = new Set<() => void>()
  let failures = 0
  let hasFailed = false
  const loadPart = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch (error) {
      failures += 1
      if (!isLoadingFailure(error) || (isWanted && failures > 1 && navigator.onLine)) throw error
      hasFailed = true
      return { default: Failed }
    }
  }
  let Loaded = lazy(loadPart)
  const renew = () => {
    if (!hasFailed) return
    hasFailed = false
    Loaded = lazy(loadPart)
    for (const listener of listeners) listener()
  }
  function Failed(props: Props) {
    useEffect(() => {
      window.addEventListener('online', renew)
      return () => {
        window.removeEventListener('online', renew)
        renew()
      }
    }, [])
    return <Missing {...props} onRetry={renew} />
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const read = () => Loaded
  return function LazyPart(props: Props) {
    const Shown = useSyncExternalStore(subscribe, read, read)
    return <Shown {...props} />
  }
}

/** A panel or a screen: what failed to load is named in its place, with a button that tries again. */
export const lazyPanel = <Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> =>
  lazyPart(load, MissingPanel, { isWanted: true })

/** A dialog: what failed to load is named in a message, and a second press tries again. */
export const lazyDialog = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): Part<Props> => lazyPart(load, MissingDialog, { isWanted: true })

/** Names what failed to load, with a button that tries again. */
export function MissingPanel({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-xl border border-line bg-card p-4">
      <p>{t('common.network_error')}</p>
      <Button variant="outline" size="md" onClick={onRetry}>
        {t('common.try_again')}
      </Button>
    </div>
  )
}

/** Names what failed to load in a message, and closes. */
export function MissingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useEffect(() => {
    toast(t('common.network_error'), { tone: 'error' })
    onClose()
    // Once: its owner removes it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}
