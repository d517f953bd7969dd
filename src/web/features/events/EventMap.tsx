import { Map as MapIcon } from 'lucide-react'
import { useState } from 'react'
import { canDrawMap, isFrugal } from '#web/features/map/capability.ts'
import type { Point } from '#web/features/map/geo.ts'
import { LazyMap } from '#web/features/map/LazyMap.tsx'
import type { MapPin } from '#web/features/map/pins.ts'
import { useWideScreen } from '#web/lib/media.ts'
import { useHydrating } from '#web/lib/rendering.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'

interface EventMapProps {
  pins: readonly MapPin[]
  place?: Point | undefined
  chosen?: string | undefined
  highlighted?: string | undefined
  onChoose: (id: string) => void
  onHighlight?: (id: string | undefined) => void
  /** The map moves when this changes; undefined until the pins are loaded. */
  view: string | undefined
  className?: string
}

const nothing = () => undefined

/**
 * A map beside a list with the same content. On phones and slow connections it loads on request; without WebGL it is
 * not shown.
 */
export function EventMap({ pins, place, chosen, highlighted, onChoose, onHighlight, view, className }: EventMapProps) {
  const { t } = useTranslation()
  const wide = useWideScreen()
  const [possible, setPossible] = useState(canDrawMap)
  const [requested, setRequested] = useState(false)
  const fail = () => setPossible(false)
  // The server does not know the device.
  if (useHydrating() || !possible) return null
  if (!requested && (!wide || isFrugal())) {
    return (
      <p className="mb-5">
        <Button variant="outline" size="md" onClick={() => setRequested(true)}>
          <MapIcon aria-hidden="true" className="size-4.5" />
          {t('search.show_map')}
        </Button>
      </p>
    )
  }
  return (
    <div className={cx('relative overflow-hidden rounded-xl border border-line bg-map-land', className)}>
      <LazyMap
        pins={pins}
        place={place}
        walk={undefined}
        chosen={chosen}
        highlighted={highlighted}
        onChoose={(id) => id !== undefined && onChoose(id)}
        onHighlight={onHighlight ?? nothing}
        onView={nothing}
        box={undefined}
        listed={pins.length}
        onFailed={fail}
        view={view}
      />
    </div>
  )
}
