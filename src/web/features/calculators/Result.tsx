import type { ReactNode } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { cx } from '#web/ui/cx.ts'

interface ResultProps {
  amount: string
  /** Label of the amount. */
  label: string
  /** How the amount was calculated. */
  sum: string
  children?: ReactNode
}

/** A large amount must not wrap. */
const sizeOf = (amount: string): string =>
  amount.length > 16 ? 'text-lg' : amount.length > 11 ? 'text-2xl' : 'text-3xl'

/** The result of an estimate, with its calculation and its limits. */
export function Result({ amount, label, sum, children }: ResultProps) {
  const { t } = useTranslation()
  return (
    <div className="bay-hero grid min-w-0 grid-cols-1 content-center gap-2 rounded-xl px-5 py-7 on-night sm:px-7">
      <p aria-live="polite">
        <span className={cx('amount block font-black wrap-anywhere', sizeOf(amount))}>{amount}</span>
        <span className="text-md">{label}</span>
      </p>
      <p className="text-base wrap-anywhere opacity-85">{sum}</p>
      {children}
      <p className="mt-2 text-base font-semibold">{t('earnings.disclaimer')}</p>
    </div>
  )
}
