import type { EarlierScan } from './verdict.ts'

/** What the guard did with a car, as the name of its sentence. */
export const describeDecision = ({ admitted, direction }: Pick<EarlierScan, 'admitted' | 'direction'>) => {
  if (direction === 'in') return admitted ? 'let_in' : 'turned_away'
  return admitted ? 'let_out' : 'exit_refused'
}
