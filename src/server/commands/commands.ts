import type { Command } from './command.ts'

/** By their names in package.json. Loaded when they are run, because their imports take seconds. */
const loaders: Record<string, () => Promise<Command>> = {
  staff: async () => (await import('./staff.ts')).staff,
  import: async () => (await import('./import.ts')).importCommand,
  'ledger:check': async () => (await import('./ledger-check.ts')).ledgerCheck,
  reconcile: async () => (await import('./reconcile.ts')).reconcileCommand,
}

/** Undefined for a name that this version does not know. */
export const findCommand = async (name: string): Promise<Command | undefined> =>
  Object.hasOwn(loaders, name) ? loaders[name]!() : undefined
