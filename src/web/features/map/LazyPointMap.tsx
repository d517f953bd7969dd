import { lazy } from 'react'
import type { PointMapProps } from './PointMap.tsx'
import { SmallMapFrame } from './SmallMapFrame.tsx'

const PointMap = lazy(() => import('./PointMap.tsx'))

/** One point on a map within a page. */
export const LazyPointMap = (props: Omit<PointMapProps, 'onFailed'>) => (
  <SmallMapFrame>{(onFailed) => <PointMap {...props} onFailed={onFailed} />}</SmallMapFrame>
)
