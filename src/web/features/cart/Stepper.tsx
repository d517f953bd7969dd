import { Minus, Plus } from 'lucide-react'
import { useTranslation } from '#web/page/translation.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

interface StepperProps {
  /** What is counted. */
  label: string
  value: number
  least?: number
  most: number
  onChange: (value: number) => void
}

/** A number from `least`, usually 1, to `most` with a button for one fewer and one more. */
export function Stepper({ label, value, least = 1, most, onChange }: StepperProps) {
  const { t } = useTranslation()
  const step = (next: number) => next >= least && next <= most && onChange(next)
  return (
    <div role="group" aria-label={label} className="inline-flex items-center">
      <IconButton
        label={t('cart.fewer')}
        icon={<Minus aria-hidden="true" />}
        variant="outline"
        disabled={value <= least}
        onClick={() => step(value - 1)}
      />
      <output aria-live="polite" className="min-w-10 text-center text-md font-bold tabular-nums">
        {value}
      </output>
      <IconButton
        label={t('cart.more')}
        icon={<Plus aria-hidden="true" />}
        variant="outline"
        disabled={value >= most}
        onClick={() => step(value + 1)}
      />
    </div>
  )
}
