import { lazy, Suspense } from 'react'
import { withFrontCatalogue } from '#web/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { slidersShape, type useSliders } from './sliders.ts'

const Sliders = lazy(() => withFrontCatalogue(() => import('./Sliders.tsx')))

interface SlidersBoxProps {
  sliders: ReturnType<typeof useSliders>
  atTop?: boolean
  className?: string
}

/** The sliders of a page, in the space that is theirs while their code is loading; nothing of them without any. */
export function SlidersBox({ sliders = [], atTop = false, className }: SlidersBoxProps) {
  if (sliders.length === 0) return null
  const controls = sliders.length > 1 && 'mb-13'
  return (
    <div className={className}>
      <Suspense fallback={<div className={cx(slidersShape, controls)} />}>
        <Sliders sliders={sliders} atTop={atTop} />
      </Suspense>
    </div>
  )
}
