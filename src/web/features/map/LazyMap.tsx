import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { useBrowserIdle } from '#web/page/useBrowserIdle.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { ParkMapProps } from './ParkMap.tsx'

const ParkMap = lazy(() => import('./ParkMap.tsx'))

interface LazyMapProps extends Omit<ParkMapProps, 'className'> {
  /** False while the content beside the map is loading. */
  contentReady?: boolean
}

/**
 * The map, filling its frame. Loads and renders once the content beside it is shown and the browser is idle; calls
 * `onFailed` if the code cannot be loaded or throws.
 */
export function LazyMap({ contentReady = true, ...props }: LazyMapProps) {
  const { t } = useTranslation()
  const isIdle = useBrowserIdle(contentReady)
  const waiting = (
    <Spinner
      label={t('map.loading')}
      late
      className="absolute inset-0 bottom-[var(--sheet-covered,0px)] m-auto size-fit text-xl text-ink-3"
    />
  )
  return (
    <MapBoundary onFailed={props.onFailed}>
      <Suspense fallback={waiting}>{isIdle ? <ParkMap className="absolute inset-0" {...props} /> : waiting}</Suspense>
    </MapBoundary>
  )
}

/** Renders nothing after an error; the list beside the map stays. */
export class MapBoundary extends Component<{ children: ReactNode; onFailed: () => void }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    this.props.onFailed()
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
