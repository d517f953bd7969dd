import type { ReactNode } from 'react'

export type Bay = 'car' | 'free' | 'yours'

const WIDTH = 46
const DEPTH = 84
const LEAN = 0.42
const ANGLE = (Math.atan(LEAN) * 180) / Math.PI

interface BayRowProps {
  bays: readonly Bay[]
  /** Drawn upright over the bay with this index. */
  symbol?: { at: number; draw: ReactNode }
  /** Relative width of the lines; below 1 where the row is drawn large. */
  weight?: number
  className?: string
}

/** A row of slanted bays seen from above: cars, free bays, and the user's. */
export function BayRow({ bays, symbol, weight = 1, className }: BayRowProps) {
  const middle = (index: number) => ({ x: (index + 0.5) * WIDTH + (DEPTH * LEAN) / 2, y: DEPTH / 2 + 6 })
  const width = bays.length * WIDTH + DEPTH * LEAN
  return (
    <svg
      viewBox={`-4 0 ${width + 8} ${DEPTH + 12}`}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={2 * weight}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {bays.map((bay, index) => {
        const { x, y } = middle(index)
        return (
          <g key={index} transform={`translate(${x} ${y}) rotate(${ANGLE})`}>
            {bay === 'car' && <Car />}
            {bay === 'yours' && (
              <rect
                x="-14"
                y="-32"
                width="28"
                height="64"
                rx="8"
                className="stroke-kerb"
                strokeWidth={3 * weight}
                strokeDasharray="6 5"
              />
            )}
          </g>
        )
      })}
      <g opacity="0.55" strokeWidth={3 * weight}>
        {Array.from({ length: bays.length + 1 }, (_, index) => (
          <path key={index} d={`M${index * WIDTH} ${DEPTH + 6}l${DEPTH * LEAN} ${-DEPTH}`} />
        ))}
      </g>
      {symbol && (
        <g transform={`translate(${middle(symbol.at).x - 16} ${middle(symbol.at).y - 16})`} strokeWidth="2.4">
          {symbol.draw}
        </g>
      )}
    </svg>
  )
}

/** Seen from above, front up. */
const Car = () => (
  <g opacity="0.8">
    <rect x="-13" y="-30" width="26" height="60" rx="9" />
    <path d="M-9-13q9-5 18 0l-2.5 7h-13zM-8 19q8 3 16 0l-1.5-6h-13zM-9-4v15M9-4v15" />
  </g>
)
