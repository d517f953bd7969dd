import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface PlateProps {
  /** Country code: NG, SN, CA and US have their own designs. */
  country: string
  text: string
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

const sizes = { sm: 'text-sm', md: 'text-[1.0625rem]', lg: 'text-[1.75rem]' }

const mark = 'flex flex-col items-center justify-center text-[0.5em] leading-none font-bold tracking-normal'

const forms: Record<string, { box: string; before?: ReactNode; above?: ReactNode }> = {
  NG: {
    box: 'text-plate-blue',
    before: (
      <span className={cx(mark, 'gap-[0.3em] pl-[0.9em] text-plate-green')}>
        <svg viewBox="0 0 12 8" className="h-[1.1em] rounded-[1px]">
          <path className="fill-plate-green" d="M0 0h4v8H0zM8 0h4v8H8z" />
          <path className="fill-plate" d="M4 0h4v8H4z" />
        </svg>
        NGA
      </span>
    ),
  },
  SN: {
    box: 'text-plate-ink',
    before: (
      <span className={cx(mark, 'self-stretch bg-plate-blue px-[0.7em] text-on-plate')}>
        <span className="text-[1.2em]">SN</span>
      </span>
    ),
  },
  CA: {
    box: 'text-plate-blue',
    above: (
      <span className="block pt-[0.5em] text-center text-[0.42em] leading-none font-bold tracking-[0.22em] text-plate-red">
        CANADA
      </span>
    ),
  },
  US: {
    box: 'text-plate-ink',
    above: (
      <span className="block border-b-[0.18em] border-plate-red bg-plate-blue py-[0.28em] text-center text-[0.42em] leading-none font-bold tracking-[0.22em] text-on-plate">
        USA
      </span>
    ),
  },
}

/** With more characters, a plate is wider than a narrow phone beside what stands with it. */
const longPlate = 10

/** A licence plate in its country's design; light in both themes, like real plates. */
export function Plate({ country, text, size = 'md', className }: PlateProps) {
  const form = forms[country.toUpperCase()] ?? { box: 'text-plate-ink' }
  return (
    <span
      className={cx(
        'inline-flex max-w-full flex-col overflow-hidden rounded-[0.4em] border-[0.12em] border-plate-line bg-plate leading-none font-black tracking-[0.05em] whitespace-nowrap uppercase',
        sizes[size],
        form.box,
        className,
      )}
    >
      {form.above && <span aria-hidden="true">{form.above}</span>}
      <span className="flex min-h-[1.6em] items-center">
        {form.before && (
          <span aria-hidden="true" className="flex self-stretch">
            {form.before}
          </span>
        )}
        <span className={cx('flex-1 px-[0.5em] py-[0.22em] text-center', text.length > longPlate && 'text-[0.8em]')}>
          {text}
        </span>
      </span>
    </span>
  )
}
