import type { Job } from '#server/jobs.ts'
import { updateGooglePasses } from './google-changes.ts'
import { pushWalletChanges } from './push-changes.ts'

export const walletPassesJobs: Job[] = [
  { name: 'push_wallet_changes', every_s: 2, run: pushWalletChanges },
  { name: 'update_google_passes', every_s: 2, run: updateGooglePasses },
]
