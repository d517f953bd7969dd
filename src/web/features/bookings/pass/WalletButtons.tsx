import { useMutation } from '@tanstack/react-query'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import type { Wallet } from '#contract/wallet-passes/wallets.ts'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'
import { cx } from '#web/ui/cx.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { reasonOf } from '../reason.ts'
import appleWallet from './apple-wallet.svg'
import googleWallet from './google-wallet.svg'
import { walletsOf } from './wallets.ts'

/** Adds the pass to the wallets of this device that the server offers; nothing where there are none. */
export function WalletButtons({ booking }: { booking: BookingDetails }) {
  const { t } = useTranslation()
  const issue = useIssueWalletPass(booking.booking_code)
  const suitable = walletsOf(navigator)
  const offered = booking.wallets?.filter((wallet) => suitable.includes(wallet)) ?? []
  if (offered.length === 0) return null
  const add = async (wallet: Wallet) => {
    try {
      const { url } = await issue.mutateAsync(wallet)
      window.location.assign(url)
    } catch (error) {
      toast(t('bookings.wallet.failed', { reason: reasonOf(t, error) }), { tone: 'error' })
    }
  }
  return (
    <div className="flex flex-wrap gap-2.5">
      {offered.map((wallet) => (
        <Badge
          key={wallet}
          wallet={wallet}
          busy={issue.isPending && issue.variables === wallet}
          onClick={() => !issue.isPending && add(wallet)}
        />
      ))}
    </div>
  )
}

/** Returns the address at which the browser adds the pass. */
function useIssueWalletPass(bookingCode: string) {
  return useMutation({
    mutationFn: (wallet: Wallet) =>
      call('POST /api/v1/bookings/{bookingCode}/wallet-passes', { params: { bookingCode }, body: { wallet } }),
    networkMode: 'always',
  })
}

/** The shapes of the badges that either wallet asks for: black in both themes, with a line around it, and its whole name. */
const shapes: Record<Wallet, string> = { apple: 'rounded-lg', google: 'rounded-full' }
const icons: Record<Wallet, string> = { apple: appleWallet, google: googleWallet }

function Badge({ wallet, busy, onClick }: { wallet: Wallet; busy: boolean; onClick: () => unknown }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={onClick}
      className={cx(
        'inline-flex min-h-13 flex-1 basis-56 items-center justify-center gap-3 border border-badge-line bg-badge px-5 py-2 text-md font-semibold text-on-badge',
        'transition-colors hover:bg-badge-press',
        shapes[wallet],
      )}
    >
      {busy ? <Spinner /> : <img src={icons[wallet]} alt="" className="h-6.5 w-8 shrink-0" />}
      <span>{t(`bookings.wallet.${wallet}`)}</span>
    </button>
  )
}
