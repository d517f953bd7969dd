import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'

interface PayBarProps {
  signedIn: boolean
  /** The address of this checkout: the login leads back to it. */
  here: string
  /** As the reader writes it; undefined while it is not known. */
  total: string | undefined
  free: boolean
  /** As the reader writes it, when the wallet is short. */
  missing: string | undefined
  /** Nothing can be paid at the moment: the price is on its way, the park is full, another answer is awaited. */
  blocked: boolean
  sending: boolean
  /** The id of the form that the button submits. */
  form: string
}

/** The last step. On a phone it stays at the bottom of the screen, so that the price is always in sight. */
export function PayBar({ signedIn, here, total, free, missing, blocked, sending, form }: PayBarProps) {
  const { t } = useTranslation()
  const label = free ? t('checkout.book_free') : t('checkout.pay', { amount: total ?? '…' })
  return (
    <div className="safe-bottom sticky bottom-0 z-30 -mx-4 border-t border-line bg-card px-4 pt-3 sm:-mx-6 sm:px-6 lg:static lg:col-start-1 lg:mx-0 lg:border-0 lg:bg-transparent lg:px-0">
      {!signedIn ? (
        <>
          <Amounts label={t('checkout.total')} amount={total ?? '…'} />
          <div className="grid grid-cols-2 gap-2.5">
            <ButtonLink to={paths.auth({ next: here })} size="md">
              {t('checkout.log_in')}
            </ButtonLink>
            <ButtonLink to={paths.register({ next: here })} variant="alt" size="md">
              {t('checkout.register')}
            </ButtonLink>
          </div>
        </>
      ) : missing !== undefined ? (
        <>
          <Amounts label={t('checkout.missing_short', { amount: missing })} amount={total ?? '…'} />
          <Button wide variant="alt" className="lg:hidden" onClick={showTopUp}>
            {t('wallet.top_up')}
          </Button>
        </>
      ) : (
        <Button type="submit" form={form} wide busy={sending} disabled={blocked}>
          {label}
        </Button>
      )}
      <p className="mt-2 hidden text-sm text-ink-2 lg:block">
        <Agree />
      </p>
    </div>
  )
}

const Amounts = ({ label, amount }: { label: ReactNode; amount: string }) => (
  <p className="mb-2 flex items-baseline justify-between gap-4">
    <span className="text-base text-ink-2">{label}</span>
    <span className="text-lg font-black tracking-tight">{amount}</span>
  </p>
)

/** What is agreed to by booking; on a phone it stands above the bar. */
export function Agree() {
  const link = 'text-act underline underline-offset-2'
  return (
    <Trans
      i18nKey="checkout.agree"
      components={{
        terms: <Link to={paths.terms()} className={link} />,
        cancellation: <Link to={paths.cancellation()} className={link} />,
      }}
    />
  )
}

function showTopUp(): void {
  const part = document.getElementById('topup')
  part?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  part?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
}
