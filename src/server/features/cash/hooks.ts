import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'

/** A shift that is being closed, and who closes it. */
export interface ClosingShift {
  id: string
  register_id: string
  branch_id: string
  closed_by: string
}

declare module '#server/deps.ts' {
  interface Hooks {
    /** Gives up sales that wait for a wallet, and parks what was chosen for the next shift. */
    handOverSales: (tx: Tx, deps: Deps, shift: ClosingShift, now: Date) => Promise<void>
  }
}
