import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { ParkMapProps } from './ParkMap.tsx'

const ParkMap = lazy(() => import('./ParkMap.tsx'))

/** The map over all of its frame, when its code has come; `onFailed` also where that does not arrive, or breaks. */
export function LazyMap(props: Omit<ParkMapProps, 'className'>) {
  const { t } = useTranslation()
  return (
    <MapBoundary onFailed={props.onFailed}>
      <Suspense
        fallback={
          <Spinner label={t('search.map_loading')} className="absolute inset-0 m-auto size-fit text-xl text-ink-3" />
        }
      >
        <ParkMap className="absolute inset-0" {...props} />
      </Suspense>
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
