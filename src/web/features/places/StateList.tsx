import { useStates } from './api.ts'

/** Suggestions for a state field; its `list` is this `id`. */
export function StateList({ id, country_id }: { id: string; country_id: number }) {
  return (
    <datalist id={id}>
      {useStates(country_id).map((state) => (
        <option key={state.id}>{state.name}</option>
      ))}
    </datalist>
  )
}
