import { useStates } from './api.ts'

/** What a field for a state offers while it is typed in: its `list` is this one's `id`. */
export function StateList({ id, country_id }: { id: string; country_id: number }) {
  return (
    <datalist id={id}>
      {useStates(country_id).map((state) => (
        <option key={state.id}>{state.name}</option>
      ))}
    </datalist>
  )
}
