interface Written {
  line: string
  apartment: string | null
  city: string
  state: string | null
  note: string | null
}

/** A postal address in lines, with the note for whoever brings something there. */
export function AddressText({ address: { line, apartment, city, state, note } }: { address: Written }) {
  return (
    <address className="wrap-anywhere text-ink-2 not-italic">
      {[line, apartment].filter(Boolean).join(', ')}
      <br />
      {[city, state].filter(Boolean).join(', ')}
      {note !== null && note !== '' && (
        <>
          <br />
          <span className="text-sm">{note}</span>
        </>
      )}
    </address>
  )
}
