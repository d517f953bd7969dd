import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface ResultProps {
  amount: string
  /** What the amount is. */
  label: string
  /** How it comes about. */
  sum: string
  children?: ReactNode
}

/** What a sum comes to, as large as it deserves, with how it came about and what it is not. */
export function Result({ amount, label, sum, children }: ResultProps) {
  const { t } = useTranslation()
  return (
    <div className="bay-hero on-night grid content-center gap-2 rounded-xl px-5 py-7 sm:px-7">
      <p aria-live="polite">
        <span className="block text-3xl font-black tracking-tight tabular-nums">{amount}</span>
        <span className="text-md">{label}</span>
      </p>
      <p className="text-base opacity-85">{sum}</p>
      {children}
      <p className="mt-2 text-base font-semibold">{t('earnings.promise')}</p>
    </div>
  )
}
