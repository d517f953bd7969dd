import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface DefinitionListProps {
  entries: readonly { term: ReactNode; value: ReactNode; icon?: ReactNode }[]
  /** `rows` puts term and value at opposite ends of a line, `grid` the term above its value. */
  layout?: 'rows' | 'grid'
  className?: string
}

/** A list of terms and values. */
export function DefinitionList({ entries, layout = 'rows', className }: DefinitionListProps) {
  const rows = layout === 'rows'
  return (
    <dl className={cx(rows ? 'grid' : 'grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 gap-y-4', className)}>
      {entries.map(({ term, value, icon }, index) => (
        <div
          key={index}
          className={
            rows
              ? 'flex flex-wrap content-start items-baseline justify-between gap-x-4 border-b border-line py-2.5 last:border-0'
              : undefined
          }
        >
          <dt
            className={cx(
              'text-ink-2',
              rows ? 'text-base' : 'text-sm',
              icon ? 'inline-flex items-center gap-2 [&_svg]:size-4.5' : '',
            )}
          >
            {icon}
            {term}
          </dt>
          <dd className={cx('font-semibold', rows && 'ml-auto text-right wrap-anywhere')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
