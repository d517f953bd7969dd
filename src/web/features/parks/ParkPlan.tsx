import { Fragment, memo, type ReactNode } from 'react'
import type { ParkKind } from '#contract/parks/parks.ts'
import { cx } from '#web/ui/cx.ts'

interface ParkPlanProps {
  /** Seeds the drawing, so that a park always looks the same. */
  seed: string
  kind: ParkKind
  className?: string
}

/**
 * A drawing of this type of car park instead of a photo: bays seen from above. Decorative; the number of bays is not
 * the park's.
 */
export const ParkPlan = memo(function ParkPlan({ seed, kind, className }: ParkPlanProps) {
  const random = randomOf(seed)
  const turn = Math.round(random() * 80 - 40)
  const flip = random() < 0.5 ? -1 : 1
  const Drawing = drawings[kind]
  return (
    <svg
      viewBox="0 0 112 96"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={cx('bg-map-land', className)}
    >
      <g transform={`translate(56 48) rotate(${turn}) scale(${flip} 1) translate(-56 -48)`}>
        <Drawing random={random} />
      </g>
    </svg>
  )
})

type Drawing = (props: { random: () => number }) => ReactNode

const bay = { width: 11, depth: 19 }

/** Two digits after the point, which is more than one sees. */
const short = (length: number) => Math.round(length * 100) / 100

/** A row of bays open to one side, some of them taken. */
function Bays({
  x,
  y,
  count,
  lean,
  random,
}: {
  x: number
  y: number
  count: number
  lean: number
  random: () => number
}) {
  const lines = Array.from({ length: count + 1 }, (_, n) => `M${x + n * bay.width} ${y}l${lean} ${bay.depth}`).join('')
  const taken = Array.from({ length: count }, (_, n) =>
    random() < 0.55 ? `M${short(x + (n + 0.5) * bay.width + lean * 0.34)} ${y + 6.5}l${short(lean * 0.32)} 6` : '',
  ).join('')
  return (
    <>
      <path d={lines} className="stroke-map-road" strokeWidth="1.6" fill="none" />
      {taken !== '' && <path d={taken} className="stroke-map-edge" strokeWidth="6.5" strokeLinecap="round" />}
    </>
  )
}

const Road = ({ y }: { y: number }) => (
  <>
    <path d={`M-40 ${y}H152`} className="stroke-map-edge" strokeWidth="15" />
    <path d={`M-40 ${y}H152`} className="stroke-map-road" strokeWidth="13" />
  </>
)

const Trees = ({ random, count }: { random: () => number; count: number }) => (
  <path className="fill-map-park" d={Array.from({ length: count }, () => writeTree(random)).join('')} />
)

/** A circle; many of them in one path take a fraction of the time that an element for each takes. */
function writeTree(random: () => number): string {
  const [x, y, radius] = [6 + random() * 100, -2 + random() * 9, short(5 + random() * 4)]
  const half = (width: number) => `a${radius} ${radius} 0 0 0 ${width} 0`
  return `M${short(x - radius)} ${short(y)}${half(2 * radius)}${half(-2 * radius)}`
}

const Surface: Drawing = ({ random }) => (
  <>
    <rect x="-4" y="12" width="120" height="58" rx="5" className="fill-map-block" />
    <Bays x={8} y={14} count={9} lean={4} random={random} />
    <Bays x={8} y={49} count={9} lean={-4} random={random} />
    <Road y={86} />
    <Trees random={random} count={5} />
  </>
)

const Garage: Drawing = ({ random }) => (
  <>
    <Road y={90} />
    <rect x="13" y="6" width="86" height="66" rx="4" className="fill-map-block stroke-map-edge" strokeWidth="2" />
    <rect x="19" y="12" width="74" height="54" rx="2" className="fill-none stroke-map-edge" strokeWidth="1.4" />
    <Bays x={36} y={14} count={5} lean={0} random={random} />
    <Bays x={36} y={46} count={5} lean={0} random={random} />
    <g className="fill-none stroke-map-road" strokeWidth="3">
      <circle cx="27" cy="39" r="9" />
      <path d="M27 48v34" />
    </g>
  </>
)

const Underground: Drawing = ({ random }) => (
  <>
    <rect x="-30" y="-30" width="172" height="102" className="fill-map-park" />
    <Road y={88} />
    <g opacity="0.75">
      <Bays x={24} y={12} count={6} lean={0} random={random} />
      <Bays x={24} y={40} count={6} lean={0} random={random} />
    </g>
    <rect
      x="14"
      y="4"
      width="84"
      height="62"
      rx="4"
      className="fill-none stroke-map-road"
      strokeWidth="2"
      strokeDasharray="5 4"
    />
    <path d="M56 84V60m-7 8 7-8 7 8" className="fill-none stroke-map-edge" strokeWidth="3" />
  </>
)

const streetBays = [-18, 8, 34, 60, 86, 112]

const Street: Drawing = ({ random }) => (
  <>
    <rect x="-30" y="-30" width="172" height="58" className="fill-map-block" />
    <rect x="-30" y="72" width="172" height="60" className="fill-map-block" />
    <path d="M-40 50H152" className="stroke-map-edge" strokeWidth="46" />
    <path d="M-40 50H152" className="stroke-map-road" strokeWidth="43" />
    <path d="M-40 50H152" className="stroke-map-edge" strokeWidth="1.2" strokeDasharray="8 7" />
    <path d={streetBays.map((x) => `M${x} 29v11`).join('')} className="stroke-map-edge" strokeWidth="1.4" />
    {streetBays.map((x) => (
      <Fragment key={x}>
        {random() < 0.6 && <rect x={x + 4} y="31" width="18" height="7" rx="2.5" className="fill-map-edge" />}
        {random() < 0.4 && <rect x={x + 4} y="62" width="18" height="7" rx="2.5" className="fill-map-edge" />}
      </Fragment>
    ))}
  </>
)

const Driveway: Drawing = ({ random }) => (
  <>
    <Road y={88} />
    <rect x="16" y="0" width="46" height="50" rx="4" className="fill-map-block stroke-map-edge" strokeWidth="1.6" />
    <path d="M16 25h46M39 0v50" className="stroke-map-edge" strokeWidth="1.2" />
    <rect x="70" y="14" width="26" height="70" rx="3" className="fill-map-road" />
    <rect x="77" y="28" width="12" height="24" rx="4" className="fill-map-edge" />
    <Trees random={random} count={3} />
  </>
)

const drawings: Record<ParkKind, Drawing> = {
  surface: Surface,
  garage: Garage,
  underground: Underground,
  street: Street,
  driveway: Driveway,
  unknown: Surface,
}

/** Pseudo-random numbers from 0 to 1, seeded by a text (FNV-1a, then mulberry32). */
function randomOf(seed: string): () => number {
  let state = 0x811c9dc5
  for (const sign of seed) state = Math.imul(state ^ sign.codePointAt(0)!, 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
