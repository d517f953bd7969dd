import type { ReactNode } from 'react'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'

interface PrintFrameProps {
  title: string
  back: { to: string; label: string }
  beforePrint?: (() => Promise<void>) | undefined
  /** The strips of paper. */
  children: ReactNode
}

/** What is printed, below the buttons that paper leaves out. */
export function PrintFrame({ title, back, beforePrint, children }: PrintFrameProps) {
  const { t } = useDeskWords()
  return (
    <>
      <div className="mb-4 print:hidden">
        <h1 className="mb-3 text-xl">{title}</h1>
        <div className="flex flex-wrap gap-2">
          <Button
            size="md"
            onClick={async () => {
              // A receipt that cannot be counted is printed all the same: its customer waits.
              await beforePrint?.().catch(() => undefined)
              window.print()
            }}
          >
            {t('desk.orders.tickets.print')}
          </Button>
          <ButtonLink to={back.to} variant="outline" size="md">
            {back.label}
          </ButtonLink>
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-4 print:block">{children}</div>
    </>
  )
}

/** A line of a receipt. What does not fit beside its label stands below it. */
export const Amount = ({ label, amount, isBold = false }: { label: string; amount: string; isBold?: boolean }) => (
  <div className={cx('flex flex-wrap justify-between gap-x-3', isBold && 'text-base font-black')}>
    <dt className="max-w-full wrap-anywhere">{label}</dt>
    <dd className="ml-auto whitespace-nowrap">{amount}</dd>
  </div>
)
