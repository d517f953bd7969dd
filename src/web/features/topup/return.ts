/** The payment reference in a callback address, under any provider's parameter name; null if there is none. */
export const referenceOf = (search: URLSearchParams): string | null =>
  search.get('reference') ?? search.get('payment_reference') ?? search.get('trxref')

const key = (reference: string) => `topup_return:${reference}`

/** Remembers, for this tab, the address to return to after a top-up. */
export function rememberReturn(reference: string, path: string | undefined): void {
  if (path === undefined) return
  try {
    sessionStorage.setItem(key(reference), path)
  } catch {
    // Without storage, the driver returns to the wallet.
  }
}

/** The address to return to after the top-up of `reference`. */
export function findReturn(reference: string): string | undefined {
  try {
    return sessionStorage.getItem(key(reference)) ?? undefined
  } catch {
    return undefined
  }
}
