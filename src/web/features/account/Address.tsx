/** A long address may wrap. */
export function Address({ children }: { children?: React.ReactNode }) {
  return <strong className="font-semibold wrap-anywhere text-ink">{children}</strong>
}
