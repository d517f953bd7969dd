import { useQuery } from '@tanstack/react-query'
import { call, CallError } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingBar } from '#web/ui/LoadingBar.tsx'

const again_ms = 3_000
/** Interval after `patience` attempts, in case the page stays open. */
const later_ms = 30_000
const patience = 10

/** State of a payment, refetched until it is decided. */
const usePaymentState = (reference: string) =>
  useQuery({
    queryKey: ['payment', reference],
    queryFn: ({ signal }) => call('GET /api/v1/wallet/payments/{reference}', { params: { reference }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.status !== 'pending' ? false : dataUpdateCount < patience ? again_ms : later_ms,
  })

interface SignedOutPaymentProps {
  reference: string
  /** The driver left the provider's page without paying. */
  isCancelled: boolean
  /** Address to open after logging in. */
  next: string
}

/** State of a payment for visitors, without its amount or owner. */
export function SignedOutPayment({ reference, isCancelled, next }: SignedOutPaymentProps) {
  const { t } = useTranslation()
  const { data, error } = usePaymentState(reference)
  const logIn = <ButtonLink to={paths.auth({ next })}>{t('wallet.callback.log_in')}</ButtonLink>
  if (data === undefined && error === null) {
    return (
      <div className="grid justify-items-center gap-4 py-10 text-center">
        <h1 className="text-xl" tabIndex={-1}>
          {t('wallet.callback.checking', { provider: t('wallet.callback.the_provider') })}
        </h1>
        <LoadingBar label={t('common.loading')} />
      </div>
    )
  }
  const isUnknown = error instanceof CallError && (error.status === 404 || error.status === 422)
  const outcome = isUnknown
    ? 'unknown'
    : data?.status === 'pending' && isCancelled
      ? 'cancelled'
      : (data?.status ?? 'silent')
  const isBooked = data?.is_booked ?? undefined
  return (
    <EmptyState level={1} live picture={pictures[outcome]} title={t(titles[outcome])} action={logIn}>
      {outcome === 'success' && isBooked !== undefined
        ? t(isBooked ? 'wallet.callback.signed_out_booked' : 'wallet.callback.signed_out_not_booked')
        : t(`wallet.callback.signed_out_${outcome}`)}
    </EmptyState>
  )
}

const pictures = {
  success: 'done',
  pending: 'empty',
  failed: 'failed',
  cancelled: 'empty',
  unknown: 'search',
  silent: 'signed_out',
} as const
const titles = {
  success: 'wallet.callback.arrived',
  pending: 'wallet.callback.pending',
  failed: 'wallet.callback.failed',
  cancelled: 'wallet.callback.cancelled',
  unknown: 'wallet.callback.unknown',
  silent: 'wallet.callback.signed_out',
} as const
