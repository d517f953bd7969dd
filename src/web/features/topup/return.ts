/** The payment that an address is about, as the providers name it; null when it names none. */
export const referenceOf = (search: URLSearchParams): string | null =>
  search.get('reference') ?? search.get('payment_reference') ?? search.get('trxref')

const key = (reference: string) => `topup_return:${reference}`

/** Keeps, for this tab, where the driver was when a top-up began. */
export function rememberReturn(reference: string, path: string | undefined): void {
  if (path === undefined) return
  try {
    sessionStorage.setItem(key(reference), path)
  } catch {
    // Without storage the wallet is where the driver lands.
  }
}

/** Where the driver was when the top-up of `reference` began. */
export function findReturn(reference: string): string | undefined {
  try {
    return sessionStorage.getItem(key(reference)) ?? undefined
  } catch {
    return undefined
  }
}
