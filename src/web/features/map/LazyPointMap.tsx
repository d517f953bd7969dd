import { Map as MapIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useHydrating } from '#web/lib/rendering.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { canDrawMap, isFrugal } from './capability.ts'
import { MapBoundary } from './LazyMap.tsx'
import type { PointMapProps } from './PointMap.tsx'

const PointMap = lazy(() => import('./PointMap.tsx'))

/** One point on a map, whose code is loaded with it; on request on slow connections, and not at all without WebGL. */
export function LazyPointMap(props: Omit<PointMapProps, 'onFailed'>) {
  const { t } = useTranslation()
  const [isPossible, setIsPossible] = useState(canDrawMap)
  const [isRequested, setIsRequested] = useState(false)
  const fail = () => setIsPossible(false)
  if (useHydrating() || !isPossible) return null
  if (!isRequested && isFrugal())
    return (
      <p>
        <Button variant="outline" size="md" onClick={() => setIsRequested(true)}>
          <MapIcon aria-hidden="true" className="size-4.5" />
          {t('search.show_map')}
        </Button>
      </p>
    )
  return (
    <div className="relative h-64 overflow-hidden rounded-lg border border-line bg-map-land print:hidden">
      <MapBoundary onFailed={fail}>
        <Suspense
          fallback={
            <Spinner
              label={t('search.map_loading')}
              late
              className="absolute inset-0 m-auto size-fit text-xl text-ink-3"
            />
          }
        >
          <PointMap {...props} onFailed={fail} />
        </Suspense>
      </MapBoundary>
    </div>
  )
}
