import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useBrowserIdle } from '#web/lib/useBrowserIdle.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { ParkMapProps } from './ParkMap.tsx'

const ParkMap = lazy(() => import('./ParkMap.tsx'))

interface LazyMapProps extends Omit<ParkMapProps, 'className'> {
  /** False as long as what stands beside it is on its way. */
  wanted?: boolean
}

/**
 * The map over all of its frame: once what stands beside it has been drawn and the browser rests, when its code has come;
 * `onFailed` also where that does not arrive, or breaks.
 */
export function LazyMap({ wanted = true, ...props }: LazyMapProps) {
  const { t } = useTranslation()
  const calm = useBrowserIdle(wanted)
  const waiting = (
    <Spinner label={t('search.map_loading')} className="absolute inset-0 m-auto size-fit text-xl text-ink-3" />
  )
  return (
    <MapBoundary onFailed={props.onFailed}>
      <Suspense fallback={waiting}>{calm ? <ParkMap className="absolute inset-0" {...props} /> : waiting}</Suspense>
    </MapBoundary>
  )
}

/** The list beside it goes on alone. */
class MapBoundary extends Component<{ children: ReactNode; onFailed: () => void }> {
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
