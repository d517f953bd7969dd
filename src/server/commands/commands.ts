import type { Command } from './command.ts'

/** By their names in package.json. Loaded when they are run, because their imports take seconds. */
const loaders: Record<string, () => Promise<Command>> = {
  staff: async () => (await import('./staff.ts')).staff,
  'factor:reset': async () => (await import('./reset-factor.ts')).resetFactor,
  import: async () => (await import('./import.ts')).importCommand,
  'ledger:check': async () => (await import('./ledger-check.ts')).ledgerCheck,
  'passes:rotate': async () => (await import('./rotate-pass-keys.ts')).rotatePassKeys,
  'secrets:rotate': async () => (await import('./rotate-secrets.ts')).rotateSecrets,
  'read-only': async () => (await import('./read-only.ts')).readOnlyCommand,
  backup: async () => (await import('./backups/backup.ts')).backupCommand,
  reconcile: async () => (await import('./reconcile.ts')).reconcileCommand,
}

/** Undefined for a name that this version does not know. */
export const findCommand = async (name: string): Promise<Command | undefined> =>
  Object.hasOwn(loaders, name) ? loaders[name]!() : undefined

/** All commands by name, for a server, whose files may be replaced while it runs. */
export const loadCommands = async (): Promise<ReadonlyMap<string, Command>> =>
  new Map(await Promise.all(Object.entries(loaders).map(async ([name, load]) => [name, await load()] as const)))
