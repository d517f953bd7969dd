import { loadScript } from '#web/page/script.ts'

/** The parts of Paystack's script that are used here. */
interface Popup {
  resumeTransaction(
    access_code: string,
    callbacks: {
      onSuccess: () => void
      onCancel: () => void
      onError: (error: unknown) => void
      /** The payer says that they have sent a transfer, which the bank has not confirmed yet. */
      onBankTransferConfirmationPending: () => void
    },
  ): unknown
}
declare global {
  interface Window {
    PaystackPop?: new () => Popup
  }
}

/** Paystack's script calls `onCancel` first for a transfer that is awaited, and reports the transfer right afterwards. */
const transferNotice_ms = 500

export type InlineEnd = 'paid' | 'transfer_pending' | 'closed' | 'unavailable'

/** Shows Paystack's form over the page; `unavailable` if it cannot be shown and the provider's page has to be used. */
export async function payInline(script_url: string, access_code: string): Promise<InlineEnd> {
  try {
    await loadScript(script_url)
    const Popup = window.PaystackPop
    if (Popup === undefined) return 'unavailable'
    return await new Promise<InlineEnd>((resolve) => {
      new Popup().resumeTransaction(access_code, {
        onSuccess: () => resolve('paid'),
        onCancel: () => setTimeout(() => resolve('closed'), transferNotice_ms),
        onBankTransferConfirmationPending: () => resolve('transfer_pending'),
        onError: () => resolve('unavailable'),
      })
    })
  } catch {
    return 'unavailable'
  }
}
