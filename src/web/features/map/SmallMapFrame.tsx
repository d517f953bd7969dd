import { Map as MapIcon } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { canDrawMap, isFrugal } from '#contract/search/map-start.ts'
import { useWideScreen } from '#web/page/media.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { MapBoundary } from './LazyMap.tsx'

interface SmallMapFrameProps {
  /** The map; it calls `onFailed` when it cannot be drawn. */
  children: (onFailed: () => void) => ReactNode
  /** Phones have no room for it until it is asked for. */
  onRequestOnPhones?: boolean
  className?: string
}

/**
 * The frame of a map within a page. The map is rendered, and its code loaded, once the frame comes near the viewport: on
 * request on slow connections, and not at all without WebGL.
 */
export function SmallMapFrame({ children, onRequestOnPhones = false, className = 'h-64' }: SmallMapFrameProps) {
  const { t } = useTranslation()
  const wide = useWideScreen()
  const [isPossible, setIsPossible] = useState(true)
  const [isRequested, setIsRequested] = useState(false)
  // The server does not know the device: it reserves the space that a wide screen needs.
  const isHydrating = useHydrating()
  const fail = () => setIsPossible(false)
  if (!isPossible || (!isHydrating && !canDrawMap())) return null
  if (!isHydrating && !isRequested && ((onRequestOnPhones && !wide) || isFrugal()))
    return (
      <p>
        <Button variant="outline" size="md" onClick={() => setIsRequested(true)}>
          <MapIcon aria-hidden="true" className="size-4.5" />
          {t('map.show')}
        </Button>
      </p>
    )
  const loading = (
    <Spinner label={t('map.loading')} late className="absolute inset-0 m-auto size-fit text-xl text-ink-3" />
  )
  return (
    <NearFrame takesFocus={isRequested} className={cx(isHydrating && onRequestOnPhones && 'max-lg:hidden', className)}>
      {!isHydrating && (
        <MapBoundary onFailed={fail}>
          <Suspense fallback={loading}>{children(fail)}</Suspense>
        </MapBoundary>
      )}
    </NearFrame>
  )
}

interface NearFrameProps {
  /** The button that had the focus is gone. */
  takesFocus: boolean
  className: string
  children: ReactNode
}

/** A frame whose content is rendered once it comes near the viewport. */
function NearFrame({ takesFocus, className, children }: NearFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setIsNear(true), {
      rootMargin: '200px',
    })
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (takesFocus) frame.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div
      ref={frame}
      tabIndex={-1}
      className={cx(
        'relative overflow-hidden rounded-xl border border-line bg-map-land print:hidden noscript:hidden',
        className,
      )}
    >
      {isNear && children}
    </div>
  )
}
