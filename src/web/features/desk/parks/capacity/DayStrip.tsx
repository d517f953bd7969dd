import { useId } from 'react'
import type { CapacityDay } from '#contract/parks/desk/capacity.ts'
import { quarter_ms } from '#contract/time.ts'
import { groupSlots } from './groupSlots.ts'

const height = 24

/** A day as a strip: what is sold, free and closed in each quarter hour. The table beside it has the same numbers. */
export function DayStrip({ day, label }: { day: CapacityDay; label: string }) {
  const hatch = useId()
  const slots = day.used.length
  const start = Date.parse(day.starts_at)
  return (
    <svg
      viewBox={`0 0 ${slots} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="block h-8 w-full min-w-40 rounded-sm bg-sunk lg:min-w-96"
    >
      <defs>
        <pattern id={hatch} width="2" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">
          <rect width="1" height="6" className="fill-edge" />
        </pattern>
      </defs>
      {groupSlots(day).map((group) => {
        const x = (group.start.getTime() - start) / quarter_ms
        const width = (group.end.getTime() - group.start.getTime()) / quarter_ms
        const sold = group.capacity === 0 ? 0 : (group.used / group.capacity) * height
        return (
          <g key={x}>
            {group.capacity > 0 && <rect x={x} y={0} width={width} height={height} className="fill-free-bar" />}
            {group.isClosed && <rect x={x} y={0} width={width} height={height} fill={`url(#${hatch})`} />}
            <rect x={x} y={height - sold} width={width} height={sold} className="fill-act" />
          </g>
        )
      })}
      {[0.25, 0.5, 0.75].map((part) => (
        <line
          key={part}
          x1={slots * part}
          x2={slots * part}
          y1={0}
          y2={height}
          className="stroke-card"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}
