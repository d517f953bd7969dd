import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { PageLink } from './PageLink.tsx'

const shape =
  'inline-flex min-h-9 items-center gap-1.5 rounded-full border text-sm font-medium [&_svg]:size-4 [&_svg]:shrink-0'
/** Of what is pressed, larger for fingers. */
const control = `${shape} whitespace-nowrap touch:min-h-11`

interface ChipProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** For a toggle; without it the chip is a small button. */
  pressed?: boolean
  icon?: ReactNode
  children: ReactNode
}

/** A small round button, often one of a row of filters. */
export function Chip({ pressed, icon, className, children, type = 'button', ...rest }: ChipProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-pressed={pressed}
      className={cx(
        control,
        'px-3.5 transition-colors duration-150 disabled:text-full',
        pressed ? 'border-ink bg-ink text-paper' : 'border-line bg-card text-ink hover:border-edge',
        className,
      )}
    >
      {icon}
      {children}
    </button>
  )
}

/** A chip that is a link to another state of a list; `current` marks what is chosen. */
export function ChipLink({ to, current, children }: { to: string; current: boolean; children: ReactNode }) {
  return (
    <PageLink
      to={to}
      rel="nofollow"
      aria-current={current || undefined}
      className={cx(control, 'px-3.5', current ? 'border-ink bg-ink text-paper' : 'border-line bg-card text-ink')}
    >
      {children}
    </PageLink>
  )
}

interface RemovableChipProps {
  children: ReactNode
  /** For example 'Remove: covered'. */
  removeLabel: string
  onRemove: () => void
}

/** A chosen item with a button to remove it. */
export function RemovableChip({ children, removeLabel, onRemove }: RemovableChipProps) {
  return (
    <span className={cx(control, 'max-w-full border-line bg-card pl-3.5 text-ink')}>
      {children}
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="grid size-9 shrink-0 place-items-center rounded-full text-ink-2 hover:text-ink touch:size-11"
      >
        <X aria-hidden="true" />
      </button>
    </span>
  )
}

/** A fact that looks like a chip but is no button; names in it may take several lines. */
export function FactChip({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={cx(shape, 'max-w-full border-line bg-card px-3 py-1 text-ink')}>
      {icon}
      {children}
    </span>
  )
}
