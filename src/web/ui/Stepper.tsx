import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface StepperProps {
  label: string
  steps: readonly { label: ReactNode; note?: ReactNode }[]
  /** The step in hand, from 0; what lies before it is done. */
  current: number
  /** Said of each done step: 'Done'. */
  doneLabel: string
}

/** The steps of a longer way, side by side on a wide screen, one below the other on a phone. */
export function Stepper({ label, steps, current, doneLabel }: StepperProps) {
  return (
    <ol aria-label={label} className="grid gap-3 sm:flex sm:gap-2">
      {steps.map((step, index) => {
        const done = index < current
        return (
          <li
            key={index}
            aria-current={index === current ? 'step' : undefined}
            className="flex flex-1 items-start gap-3 sm:grid sm:gap-2"
          >
            <span className="flex items-center gap-2">
              <span
                className={cx(
                  'grid size-8 shrink-0 place-items-center rounded-full border-2 text-sm font-bold',
                  done && 'border-ink bg-ink text-paper',
                  index === current && 'border-kerb bg-kerb text-on-kerb',
                  index > current && 'border-line text-ink-3',
                )}
              >
                {done ? <Check aria-hidden="true" className="size-4.5" strokeWidth={3} /> : index + 1}
                {done && <span className="sr-only">{doneLabel}</span>}
              </span>
              <span
                aria-hidden="true"
                className={cx(
                  'hidden h-0.5 flex-1 sm:block',
                  done ? 'bg-ink' : 'bg-line',
                  index === steps.length - 1 && 'sm:hidden',
                )}
              />
            </span>
            <span className={cx('pt-1 sm:pt-0', index > current && 'text-ink-3')}>
              <span className="block font-semibold">{step.label}</span>
              {step.note && <span className="block text-sm text-ink-2">{step.note}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
