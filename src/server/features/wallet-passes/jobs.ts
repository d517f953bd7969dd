import { day_ms } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Figure } from '#server/http/metrics.ts'
import type { Job } from '#server/jobs.ts'
import { googleDue, updateGooglePasses } from './google-changes.ts'
import { pushesDue, pushWalletChanges } from './push-changes.ts'

export const walletPassesJobs: Job[] = [
  { name: 'push_wallet_changes', every_s: 2, run: pushWalletChanges, due: pushesDue },
  { name: 'update_google_passes', every_s: 2, run: updateGooglePasses, due: googleDue },
  { name: 'check_pass_certificates', every_s: 86_400, only_reads: true, run: warnOfCertificates },
]

/** From then on the end of Apple's certificates is announced; the alert `PassCertificatesEnd` has the same number. */
const warning_ms = 30 * day_ms

/** Logs once a day that the certificates for Apple Wallet end soon, or have ended: no pass can be signed or pushed then. */
async function warnOfCertificates({ wallets: { apple }, clock, log }: Deps): Promise<void> {
  if (apple === undefined) return
  const { certificates_end } = apple.keys
  const left_ms = certificates_end.getTime() - clock().getTime()
  const day = certificates_end.toISOString().slice(0, 10)
  if (left_ms <= 0) log.error(`The certificates for Apple Wallet ended on ${day}`)
  else if (left_ms <= warning_ms) log.warn(`The certificates for Apple Wallet end on ${day}`)
}

/** How long passes for Apple Wallet can be signed and pushed. */
export const walletPassesMetrics = ({ wallets, clock }: Deps): Figure[] => [
  {
    name: 'parkwell_pass_certificates_left_seconds',
    help: 'Time until the first of the certificates for Apple Wallet ends; not there without Apple Wallet',
    read: async () =>
      wallets.apple === undefined ? [] : (wallets.apple.keys.certificates_end.getTime() - clock().getTime()) / 1_000,
  },
]
