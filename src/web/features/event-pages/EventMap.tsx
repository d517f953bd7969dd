import type { Point } from '#web/features/map/geo.ts'
import { LazyMap } from '#web/features/map/LazyMap.tsx'
import type { MapPin } from '#web/features/map/pins.ts'
import { SmallMapFrame } from '#web/features/map/SmallMapFrame.tsx'

interface EventMapProps {
  pins: readonly MapPin[]
  place?: Point | undefined
  chosen?: string | undefined
  highlighted?: string | undefined
  onChoose: (id: string) => void
  onHighlight?: (id: string | undefined) => void
  /** The map moves when this changes; undefined until the pins are loaded. */
  view: string | undefined
  /** Whether its marks are explained: false if the labels are no prices. */
  hasKey?: boolean
  className?: string
}

const nothing = () => undefined

/** A map beside a list with the same content. */
export const EventMap = ({ pins, onChoose, onHighlight, className = '', ...others }: EventMapProps) => (
  <SmallMapFrame onRequestOnPhones className={className}>
    {(onFailed) => (
      <LazyMap
        pins={pins}
        place={undefined}
        walk={undefined}
        chosen={undefined}
        highlighted={undefined}
        {...others}
        onChoose={(id) => id !== undefined && onChoose(id)}
        onHighlight={onHighlight ?? nothing}
        onView={nothing}
        box={undefined}
        listed={pins.length}
        onFailed={onFailed}
      />
    )}
  </SmallMapFrame>
)
