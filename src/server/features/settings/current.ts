import { isSwitch } from '#contract/notifications/events.ts'
import { settingGroups, settingShapes } from '#contract/settings/desk.ts'
import {
  applySettings,
  setSettings,
  type ChangedSettings,
  type SettingGroup,
  type Settings,
} from '#contract/settings/settings.ts'
import type { Config } from '#server/config.ts'
import { requestPool, type Db, type Tx } from '#server/database/connect.ts'
import { inSequence } from '#server/database/in-sequence.ts'
import { setBrandLogo } from '#server/output/brand-logo.ts'
import { parseSender } from '#server/providers/mail/sender.ts'
import { readPng } from './logos.ts'

/** The row of `settings` with what the desk has set of a group. */
export const keyOf = (group: SettingGroup): string => `site_settings.${group}`

/** What the desk has set of a group: the fields that differ from what holds without it. */
export interface StoredGroup {
  version: number
  values: Record<string, unknown>
}

/** What the environment of this server sets. */
export function readEnvironment({ MAIL_FROM }: Pick<Config, 'MAIL_FROM'>): ChangedSettings {
  if (MAIL_FROM === undefined) return {}
  const { name, address } = parseSender(MAIL_FROM)
  return { mail: { from_address: address, ...(name !== '' && { from_name: name }) } }
}

/**
 * Reads what the desk has set. A value that this version of the product does not take, such as one of a newer version, counts
 * as not set.
 */
export async function readStored(db: Db | Tx): Promise<Partial<Record<SettingGroup, StoredGroup>>> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', settingGroups.map(keyOf))
    .$narrowType<{ value: StoredGroup }>()
    .execute()
  return Object.fromEntries(
    rows.map(({ key, value }) => {
      const group = settingGroups.find((name) => keyOf(name) === key)!
      const values = Object.entries(value.values).filter(([field, set]) => isTaken(group, field, set))
      return [group, { version: value.version, values: Object.fromEntries(values) }]
    }),
  )
}

const isTaken = (group: SettingGroup, field: string, value: unknown): boolean => {
  if (group === 'sentences') return typeof value === 'string' && value !== ''
  if (group === 'notification') return value === false && isSwitch(field)
  const shapes: Readonly<Record<string, { safeParse: (value: unknown) => { success: boolean } }>> = settingShapes[group]
  return Object.hasOwn(shapes, field) && shapes[field]!.safeParse(value).success
}

/** Groups that pages do not need. */
const privateGroups: readonly SettingGroup[] = ['mail', 'notification']

/**
 * The settings in memory, because every page and email has some. Read at start, after each change by this process, and by a
 * job for the changes of others.
 */
class CurrentSettings {
  readonly #db: Db
  readonly environment: ChangedSettings
  #all: Settings
  #changed: ChangedSettings | undefined
  #version = ''
  #logo: string | undefined
  #read: string | undefined

  constructor(db: Db, environment: ChangedSettings) {
    this.#db = db
    this.environment = environment
    this.#all = applySettings(environment)
  }

  get all(): Settings {
    return this.#all
  }

  /** Those of pages that differ from the default ones; undefined if none does. */
  get changed(): ChangedSettings | undefined {
    return this.#changed
  }

  /** Differs once a setting of pages does: they are cached by it. */
  get version(): string {
    return this.#version
  }

  /** Reads them anew where they have changed. */
  readonly refresh = inSequence(() => this.#refresh())

  async #refresh(): Promise<void> {
    const stored = await readStored(this.#db)
    // What is made from the settings, such as sentences, stays as long as they do.
    const read = JSON.stringify(stored)
    if (read === this.#read) return
    const merged = mergeSettings(this.environment, stored)
    this.#all = applySettings(merged)
    await this.#readLogo()
    const shown = Object.fromEntries(
      Object.entries(merged).filter(([group]) => !privateGroups.includes(group as SettingGroup)),
    )
    this.#changed = Object.keys(shown).length === 0 ? undefined : shown
    this.#version = Object.keys(shown)
      .map((group) => `${group}${stored[group as SettingGroup]?.version ?? 0}`)
      .join()
    this.#read = read
  }

  /** Documents have a dark head, so they get the logo for dark grounds where there is one. */
  async #readLogo(): Promise<void> {
    const { logo, logo_dark } = this.#all.theme
    const address = logo_dark ?? logo ?? undefined
    if (address === this.#logo) return
    this.#logo = address
    setBrandLogo(address === undefined ? undefined : await readPng(this.#db, address))
  }
}

/** What differs from the default settings: what the desk has set stands before what the environment sets. */
export const mergeSettings = (
  environment: ChangedSettings,
  stored: Partial<Record<SettingGroup, StoredGroup>>,
): ChangedSettings =>
  Object.fromEntries(
    settingGroups.flatMap((group) => {
      const values = { ...environment[group], ...stored[group]?.values }
      return Object.keys(values).length === 0 ? [] : [[group, values]]
    }),
  )

const ofDatabases = new WeakMap<Db, CurrentSettings>()

/** The settings of a database in this process. */
export function currentSettings(db: Db, environment: ChangedSettings = {}): CurrentSettings {
  const pool = requestPool(db)
  const known = ofDatabases.get(pool) ?? new CurrentSettings(pool, environment)
  ofDatabases.set(pool, known)
  return known
}

/** Makes this process use the settings of this database. */
export async function useSettings(db: Db, config: Pick<Config, 'MAIL_FROM'>): Promise<void> {
  const current = currentSettings(db, readEnvironment(config))
  await current.refresh()
  setSettings(() => current.all)
}
