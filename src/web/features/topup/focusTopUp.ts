/** Brings the form that adds money into view (`WalletPart`), with the focus in its first field. */
export function focusTopUp(): void {
  const part = document.getElementById('topup')
  const control = part?.querySelector('input') ?? part?.querySelector('button')
  part?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  control?.focus({ preventScroll: true })
}
