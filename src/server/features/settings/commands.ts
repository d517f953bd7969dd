import { sql } from 'kysely'
import * as z from 'zod/mini'
import { readFieldKey } from '#contract/fields.ts'
import type { Locale } from '#contract/formats.ts'
import { languages } from '#contract/geography.ts'
import { isSwitch } from '#contract/notifications/events.ts'
import type { Language } from '#contract/places/places.ts'
import { readableAccent } from '#contract/settings/colours.ts'
import { settingGroups, settingShapes, type EarlierValue, type SettingSource } from '#contract/settings/desk.ts'
import { settingForms } from '#contract/settings/forms.ts'
import { isOlderVersion } from '#contract/settings/releases.ts'
import { sentenceField, sentenceLimits } from '#contract/settings/sentences.ts'
import type { FileChange } from '#contract/settings/settings-file.ts'
import { applySettings, type ChangedSettings, type SettingGroup } from '#contract/settings/settings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { AppError, describeProblem, fieldError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { version } from '#server/version.ts'
import { isBranchOf } from './branch-choices.ts'
import { readSentences } from './catalogues.ts'
import { findSentenceProblem, type SentenceProblem } from './check-sentence.ts'
import { keyOf, mergeSettings, readStored, type StoredGroup } from './current.ts'
import { isStoredLogo } from './logos.ts'

type Values = Readonly<Record<string, unknown>>

/** What every group's record has, beside its values. */
interface GroupFacts {
  id: string
  title: string
  actions: string[]
  version: number
  sources: Record<string, SettingSource>
}

/** Returns a group as a record of the desk, with the source of each value. */
export async function getGroup(
  db: Db | Tx,
  environment: ChangedSettings,
  group: SettingGroup,
  language: Language,
): Promise<GroupFacts & Values> {
  const stored = await readStored(db)
  const values: Values = applySettings(mergeSettings(environment, stored))[group] ?? {}
  const own = stored[group]?.values ?? {}
  const given: Values = environment[group] ?? {}
  const sourceOf = (field: string): SettingSource =>
    field in own ? 'desk' : field in given ? 'environment' : 'default'
  return {
    ...values,
    id: group,
    title: translate(language, `desk.settings.groups.${group}.title`),
    actions: ['update'],
    version: stored[group]?.version ?? 0,
    sources: Object.fromEntries(Object.keys(values).map((field) => [field, sourceOf(field)])),
  }
}

/** Locks the row of a group, which it makes first where nothing was set yet. */
async function lockGroup(tx: Tx, group: SettingGroup): Promise<StoredGroup> {
  const key = keyOf(group)
  const empty: StoredGroup = { version: 0, values: {} }
  await tx
    .insertInto('settings')
    .values({ key, value: JSON.stringify(empty) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  await tx.selectFrom('settings').select('key').where('key', '=', key).forUpdate().execute()
  return (await readStored(tx))[group] ?? empty
}

/**
 * Sets the given fields of a group. A value that holds without the desk is not stored: the field follows its default again.
 * Throws `changed_meanwhile`, and 422 for what no installation can have.
 */
export async function updateGroup(
  tx: Tx,
  environment: ChangedSettings,
  { group, version, values }: { group: SettingGroup; version: number; values: Values },
): Promise<{ version: number; changes: AuditedChange[] }> {
  const stored = await lockGroup(tx, group)
  await requireVersion(tx, { kind: 'setting', id: group, version: stored.version }, version)
  const usual: Values = applySettings({ [group]: environment[group] })[group] ?? {}
  const before: Values = { ...usual, ...stored.values }
  const after: Values = { ...before, ...values }
  const changed = Object.keys(after).filter((field) => !isSame(after[field], before[field]))
  if (changed.length === 0) return { version: stored.version, changes: [] }
  await checkGroup(tx, group, after, changed)
  const own = Object.fromEntries(Object.entries(after).filter(([field, value]) => !isSame(value, usual[field])))
  const next: StoredGroup = { version: stored.version + 1, values: own }
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(next) })
    .where('key', '=', keyOf(group))
    .execute()
  const pick = (from: Values) => Object.fromEntries(changed.map((field) => [field, from[field] ?? null]))
  return { version: next.version, changes: [{ kind: 'setting', id: group, before: pick(before), after: pick(after) }] }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Throws 422 for values that do not go together, and for what only the database or the other pages know. */
async function checkGroup(tx: Tx, group: SettingGroup, values: Values, changed: readonly string[]): Promise<void> {
  for (const field of changed) {
    const problem = await findStoredProblem(tx, group, field, values[field])
    if (problem !== undefined) throw fieldError(field, problem.key, problem.params)
  }
  if (group === 'company' && (values['lat'] === null) !== (values['lng'] === null))
    throw fieldError(values['lat'] === null ? 'lat' : 'lng', 'pair')
  if (group === 'languages' && values[String(values['default_language'])] !== true)
    throw fieldError('default_language', 'language_not_offered')
  if (group === 'sentences') {
    const texts = Object.values(values).filter((value) => typeof value === 'string')
    if (texts.length > sentenceLimits.sentences) throw fieldError('text', 'sentences_many')
    const total = texts.reduce((sum, text) => sum + text.length, 0)
    if (total > sentenceLimits.all_characters) throw fieldError('text', 'sentences_long')
  }
}

/**
 * Changes a sentence of the interface; null sets it to what was delivered. Throws 422 where it lacks a value or a mark, and
 * `changed_meanwhile`.
 */
export async function updateSentence(
  tx: Tx,
  environment: ChangedSettings,
  { key, language, text, version }: { key: string; language: Language; text: string | null; version: number },
): Promise<{ version: number; changes: AuditedChange[] }> {
  const delivered = (await readSentences(language)).get(key)
  const value = text === delivered ? null : text
  const problem = value === null ? undefined : await findSentenceProblem(language, key, value)
  if (problem !== undefined) throw fieldError('text', problem.key, problem.params)
  return updateGroup(tx, environment, {
    group: 'sentences',
    version,
    values: { [sentenceField(language, key)]: value },
  })
}

/** Groups whose fields are no columns of a form: what is not set is not there. */
const hasFreeFields = (group: SettingGroup): boolean => group === 'sentences' || group === 'notification'

/** Returns the last changes of a group, newest first, one for each field. */
export async function listChanges(db: Db, group: SettingGroup): Promise<EarlierValue[]> {
  const rows = await db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'a.user_id').on('u.erased_at', 'is', null))
    .select(['a.id', 'a.at', 'a.before', 'a.after'])
    .select(sql<string | null>`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`.as('who'))
    .where('a.kind', '=', 'setting')
    .where('a.record_id', '=', group)
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(100)
    .$narrowType<{ before: Values | null; after: Values | null }>()
    .execute()
  return rows
    .flatMap(({ id, at, who, before, after }) =>
      Object.keys(after ?? {})
        .filter((field) => hasFreeFields(group) || field in settingForms[group].fields)
        .map((field) => ({
          entry: id,
          at: at.toISOString(),
          who,
          field,
          before: before?.[field] ?? null,
          after: after?.[field] ?? null,
        })),
    )
    .slice(0, 100)
}

/**
 * Sets a field to what it was before a change, or without an entry to its default. Throws `not_found` for a change of
 * something else, and 422 for a value that is no longer taken.
 */
export async function restoreField(
  tx: Tx,
  environment: ChangedSettings,
  { group, field, entry, version }: { group: SettingGroup; field: string; entry: string | undefined; version: number },
): Promise<{ version: number; changes: AuditedChange[] }> {
  const usual: Values = applySettings({ [group]: environment[group] })[group] ?? {}
  if (!hasFreeFields(group) && !Object.hasOwn(usual, field)) throw new AppError('not_found')
  const value = entry === undefined ? (usual[field] ?? null) : await readBefore(tx, { group, field, entry })
  const problem = await findProblem(tx, group, field, value)
  if (problem !== undefined) throw fieldError(field, problem.key, problem.params)
  return updateGroup(tx, environment, { group, version, values: { [field]: value } })
}

async function readBefore(
  tx: Tx,
  { group, field, entry }: { group: SettingGroup; field: string; entry: string },
): Promise<unknown> {
  const row = await tx
    .selectFrom('audit_log')
    .select('before')
    .where('id', '=', entry)
    .where('kind', '=', 'setting')
    .where('record_id', '=', group)
    .$narrowType<{ before: Values | null }>()
    .executeTakeFirst()
  if (row?.before === undefined || row.before === null || !Object.hasOwn(row.before, field))
    throw new AppError('not_found')
  return row.before[field]
}

/** Why a field does not take a value of the right form, for what is stored elsewhere. */
async function findStoredProblem(
  tx: Tx,
  group: SettingGroup,
  field: string,
  value: unknown,
): Promise<SentenceProblem | undefined> {
  if (group === 'theme') return findThemeProblem(tx, field, value as string | null)
  if (field === 'oldest_version' && value !== null && isOlderVersion(version, String(value))) return { key: 'invalid' }
  const [, place] = /^branch_([a-z]{2})$/.exec(field) ?? []
  if (group !== 'site' || place === undefined || value === null) return undefined
  return (await isBranchOf(tx, place, value)) ? undefined : { key: 'invalid' }
}

/** Why the theme does not take a value of the right form: an accent that cannot be read, a logo that is not here. */
async function findThemeProblem(tx: Tx, field: string, value: string | null): Promise<SentenceProblem | undefined> {
  if (value === null) return undefined
  if (field !== 'accent') return (await isStoredLogo(tx, value)) ? undefined : { key: 'logo' }
  const colour = readableAccent(value)
  return colour === value ? undefined : { key: 'colour_contrast', params: { colour } }
}

/** Why a field does not take a value; undefined for one that it takes. */
async function findProblem(
  tx: Tx,
  group: SettingGroup,
  field: string,
  value: unknown,
): Promise<SentenceProblem | undefined> {
  if (group === 'sentences') {
    const [, language, key] = /^([a-z]{2})\.(.{1,120})$/.exec(field) ?? []
    const own = languages.find((code) => code === language)
    if (own === undefined || key === undefined) return { key: 'unknown' }
    if (value === null) return undefined
    if (typeof value !== 'string' || value.trim() === '') return { key: 'required' }
    return findSentenceProblem(own, key, value)
  }
  if (group === 'notification' && isSwitch(field) && (value === false || value === null)) return undefined
  const shapes: Readonly<Record<string, z.ZodMiniType>> = settingShapes[group]
  if (!Object.hasOwn(shapes, field)) return { key: 'unknown' }
  const { error } = shapes[field]!.safeParse(value)
  const message = error?.issues[0]?.message
  if (message !== undefined) return readFieldKey(message)
  return findStoredProblem(tx, group, field, value)
}

/** Returns all values that the desk has set, for another installation. */
export async function exportSettings(db: Db): Promise<Partial<Record<SettingGroup, Values>>> {
  const stored = await readStored(db)
  return Object.fromEntries(
    Object.entries(stored).flatMap(([group, { values }]) =>
      Object.keys(values).length === 0 ? [] : [[group, values]],
    ),
  )
}

/**
 * Compares a file with the settings that hold. Fields that it does not name stay as they are. Where `apply` is true and no
 * value is wrong, all are set at once.
 */
export async function importSettings(
  tx: Tx,
  environment: ChangedSettings,
  { settings: given, apply }: { settings: Readonly<Record<string, Values>>; apply: boolean },
  locale: Locale,
): Promise<{ answer: { changes: FileChange[]; applied: boolean }; changes: AuditedChange[] }> {
  const unknown = Object.keys(given).find((group) => !(settingGroups as readonly string[]).includes(group))
  if (unknown !== undefined) throw fieldError('settings', 'settings_file')
  const groups = settingGroups.filter((group) => given[group] !== undefined)
  const locked = new Map<SettingGroup, StoredGroup>()
  for (const group of groups) locked.set(group, await lockGroup(tx, group))
  const holding = applySettings(mergeSettings(environment, Object.fromEntries(locked)))
  const found: FileChange[] = []
  for (const group of groups)
    for (const [field, value] of Object.entries(given[group]!)) {
      const before = (holding[group] as Values | undefined)?.[field]
      const wrong = await findProblem(tx, group, field, value)
      if (wrong === undefined && isSame(before, value)) continue
      const problem = wrong === undefined ? null : describeProblem(wrong, locale)
      found.push({ group, field, before: before ?? null, after: value ?? null, problem })
    }
  const applied = apply && found.length > 0 && found.every(({ problem }) => problem === null)
  if (!applied) return { answer: { changes: found, applied }, changes: [] }
  const changes: AuditedChange[] = []
  for (const group of groups) {
    const values = Object.fromEntries(
      found.filter((change) => change.group === group).map(({ field, after }) => [field, after]),
    )
    const version = locked.get(group)!.version
    changes.push(...(await updateGroup(tx, environment, { group, version, values })).changes)
  }
  return { answer: { changes: found, applied }, changes }
}

/** Returns the groups with how many of their fields the desk has set, and their last change. */
export async function listGroups(db: Db) {
  const stored = await readStored(db)
  const last = await sql<{ group: string; at: Date; who: string | null }>`
    select distinct on (a.record_id) a.record_id as group, a.at,
      nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as who
    from audit_log a left join users u on u.id = a.user_id and u.erased_at is null
    where a.kind = 'setting' and a.record_id = any(${[...settingGroups]}) order by a.record_id, a.at desc, a.id desc`.execute(
    db,
  )
  return settingGroups.map((group) => {
    const change = last.rows.find((row) => row.group === group)
    return {
      group,
      changed: Object.keys(stored[group]?.values ?? {}).length,
      at: change?.at.toISOString() ?? null,
      who: change?.who ?? null,
    }
  })
}
