import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DeskPage, PageMistake, pageKinds, pageSources } from '#contract/content/desk/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { team } from '#contract/settings/company.ts'
import { textLanguageOf } from '#contract/text-languages.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { signatureOf } from '#server/features/access/contacts.ts'
import { AppError } from '#server/http/errors.ts'
import { checkTexts, type Texts } from '../check-texts.ts'
import { findText, listAllTextNames } from '../files.ts'
import { readShownTexts } from '../published-texts.ts'
import { createSurroundings, listPictures } from '../surroundings.ts'
import { createChecker, readTitles, describeMistake } from './checks.ts'

/** The id of a page in addresses, which have no further slash. */
export const toPageId = (name: string): string => name.replace('/', '.')

/** Returns the name of a page's text by its id, also by one from before it was moved. Throws `not_found`. */
export async function findPageName(db: Db | Tx, id: string): Promise<string> {
  const name = id.replace('.', '/')
  if (listAllTextNames().includes(name)) return name
  const stored = await db
    .selectFrom('page_texts')
    .select('name')
    .where('name', '=', name)
    .where('began_at', 'is not', null)
    .unionAll(db.selectFrom('page_text_moves').select('name').where('old_name', '=', name))
    .executeTakeFirst()
  if (stored === undefined) throw new AppError('not_found')
  return stored.name
}

const kindOf = (name: string): (typeof pageKinds)[number] =>
  name.startsWith('posts/') ? 'post' : name.startsWith('help/') ? 'article' : name.includes('/') ? 'service' : 'page'

export const addressOfText = (name: string): string => `/${name.replace(/^posts\//, 'post/')}`

/** The texts of a page's files. */
export const readFiles = (name: string): Texts => ({
  en: findText('en', name)?.text ?? '',
  fr: findText('fr', name)?.text ?? '',
})

export const hashTexts = ({ en, fr }: Texts): string => createHash('sha256').update(`${en}\0${fr}`).digest('base64url')

const toTexts = (en: string | null, fr: string | null): Texts | undefined =>
  en === null || fr === null ? undefined : { en, fr }

/** A page as it is stored, with what its readers see. */
export interface StoredPage {
  name: string
  version: number
  published: number | null
  shown: Texts
  changed_at: Date
  file_changed: boolean
  draft: Texts | undefined
  drafted_at: Date | null
  has_file: boolean
  was_published: boolean
  publish_at: Date | null
  withdraw_at: Date | null
  /** The time at which it was not published: its draft had mistakes, or its author may no longer publish. */
  failed_at: Date | null
  failed_reason: string | null
}

/** Reads all pages, or one; those without a row were never edited. Empty for one that is not there. */
export async function readStoredPages(db: Db | Tx, only?: string): Promise<StoredPage[]> {
  let query = db
    .selectFrom('page_texts as p')
    .leftJoin('page_text_versions as v', (join) =>
      join.onRef('v.name', '=', 'p.name').onRef('v.number', '=', 'p.published'),
    )
    .leftJoin('page_schedules as s', 's.name', 'p.name')
    .select(['p.name', 'p.version', 'p.published', 'p.draft_en', 'p.draft_fr', 'p.drafted_at', 'p.began_at'])
    .select(['v.text_en', 'v.text_fr', 'v.file_hash', 'v.published_at'])
    .select(['s.publish_at', 's.withdraw_at', 's.failed_at', 's.failed_reason'])
    .select(sql<boolean>`exists (select from page_text_versions o where o.name = p.name)`.as('was_published'))
  if (only !== undefined) query = query.where('p.name', '=', only)
  const rows = new Map((await query.execute()).map((row) => [row.name, row]))
  const fileNames = new Set(listAllTextNames())
  const inDesk = [...rows.values()].filter(({ began_at }) => began_at !== null).map(({ name }) => name)
  const names = [...new Set([...fileNames, ...inDesk])].filter((name) => only === undefined || name === only)
  return names.map((name) => {
    const row = rows.get(name)
    const has_file = fileNames.has(name)
    const files = readFiles(name)
    const draft = row && toTexts(row.draft_en, row.draft_fr)
    const published = row && toTexts(row.text_en, row.text_fr)
    const file_ms = Math.max(findText('en', name)?.changed_ms ?? 0, findText('fr', name)?.changed_ms ?? 0)
    return {
      name,
      version: row?.version ?? 0,
      published: row?.published ?? null,
      shown: published ?? (has_file ? files : (draft ?? files)),
      changed_at:
        published !== undefined
          ? row!.published_at!
          : has_file
            ? new Date(file_ms)
            : (row!.drafted_at ?? row!.began_at!),
      file_changed: has_file && published !== undefined && row!.file_hash !== hashTexts(files),
      draft,
      drafted_at: row?.drafted_at ?? null,
      has_file,
      was_published: row?.was_published ?? false,
      publish_at: row?.publish_at ?? null,
      withdraw_at: row?.withdraw_at ?? null,
      failed_at: row?.failed_at ?? null,
      failed_reason: row?.failed_reason ?? null,
    }
  })
}

/** Returns a page as a record of the desk. Throws `not_found`. */
export async function getDeskPage(db: Db | Tx, id: string, reader: Language): Promise<DeskPage> {
  const name = await findPageName(db, id)
  const [page] = await readStoredPages(db, name)
  const { shown, draft, published, changed_at, drafted_at, version, file_changed } = page!
  const { has_file, publish_at, withdraw_at, failed_at, failed_reason } = page!
  const texts = draft ?? shown
  const around = createSurroundings(await readShownTexts(db))
  const mistakes = checkTexts(name, texts, around).map(describeMistake(reader))
  const titles = readTitles(name, shown)
  return {
    id: toPageId(name),
    title: titles[textLanguageOf(reader)],
    actions: listActions(page!),
    address: addressOfText(name),
    slug: name.split('/').at(-1)!,
    kind: kindOf(name),
    source: sourceOf(page!),
    publish_at: publish_at?.toISOString() ?? null,
    withdraw_at: withdraw_at?.toISOString() ?? null,
    timezone: team.zone,
    publish_failed: failed_at === null ? null : failed_reason === 'permission' ? 'permission' : 'mistakes',
    scheduled_fields: has_file ? ['publish_at'] : ['publish_at', 'withdraw_at'],
    pictures: listPictures(),
    title_en: titles.en,
    title_fr: titles.fr,
    changed_at: changed_at.toISOString(),
    published,
    file_changed,
    drafted_at: drafted_at?.toISOString() ?? null,
    version,
    text_en: texts.en,
    text_fr: texts.fr,
    mistakes,
    wrong: mistakes.length === 0 ? null : mistakes.map(toLine).join('\n'),
    versions: await findVersions(db, name),
  }
}

const sourceOf = ({ published, has_file }: StoredPage): (typeof pageSources)[number] =>
  published !== null ? 'desk' : has_file ? 'file' : 'unpublished'

/** What can be done with a page now. A text without a file always has a draft, or is shown. */
function listActions({ draft, published, has_file, was_published }: StoredPage): string[] {
  const isShown = has_file || published !== null
  return [
    ...(draft !== undefined || !has_file ? ['schedule'] : []),
    ...(has_file || was_published ? [] : ['move', 'remove']),
    ...(draft !== undefined && isShown ? ['discard'] : []),
    ...(published === null ? [] : [has_file ? 'revert' : 'withdraw']),
  ]
}

/** The published versions, newest first, with who published each as far as the audit log goes back. */
async function findVersions(db: Db | Tx, name: string): Promise<DeskPage['versions']> {
  const rows = await db
    .selectFrom('page_text_versions')
    .select(['number', 'published_at'])
    .where('name', '=', name)
    .orderBy('number', 'desc')
    .execute()
  const people = await db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'a.user_id').on('u.erased_at', 'is', null))
    .select([signatureOf('u').as('person'), 'a.after'])
    .where('a.kind', '=', 'page')
    .where('a.record_id', '=', toPageId(name))
    .where('a.action', '=', 'publishPage')
    .execute()
  return rows.map(({ number, published_at }) => ({
    number,
    published_at: published_at.toISOString(),
    person: people.find(({ after }) => (after as { published?: number } | null)?.published === number)?.person ?? null,
  }))
}

/** Returns the texts of an earlier version. Throws `not_found`. */
export async function getPageVersion(
  db: Db | Tx,
  id: string,
  number: number,
): Promise<{ number: number; published_at: string; text_en: string; text_fr: string }> {
  const row = await db
    .selectFrom('page_text_versions')
    .select(['number', 'published_at', 'text_en', 'text_fr'])
    .where('name', '=', await findPageName(db, id))
    .where('number', '=', number)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return { ...row, published_at: row.published_at.toISOString() }
}

const toLine = ({ language, line, message }: PageMistake): string => `${language.toUpperCase()} ${line}: ${message}`

/** The row of a page in the list of the desk. */
export interface PageRow {
  name: string
  title: string
  address: string
  kind: string
  source: string
  words_en: number
  words_fr: number
  changed_at: Date
  publish_at: Date | null
  withdraw_at: Date | null
  timezone: string
  wrong: string | null
  mistakes: number
  has_draft: boolean
  drafted_at: Date | null
  draft_mistakes: number | null
  file_changed: boolean
  title_en: string
  title_fr: string
}

/** Returns every page for the list of the desk, with what is wrong with each. */
export async function findPageRows(db: Db, reader: Language): Promise<PageRow[]> {
  const pages = await readStoredPages(db)
  const check = await createChecker(db)
  const describe = describeMistake(reader)
  return pages.map((page) => {
    const { name, shown, draft, changed_at, drafted_at, file_changed, publish_at, withdraw_at } = page
    const { mistakes, titles, words } = check(name, name, shown)
    const [first] = mistakes.map(describe).map(toLine)
    return {
      name: toPageId(name),
      title: titles[textLanguageOf(reader)],
      address: addressOfText(name),
      kind: kindOf(name),
      source: sourceOf(page),
      words_en: words.en,
      words_fr: words.fr,
      changed_at,
      publish_at,
      withdraw_at,
      timezone: team.zone,
      wrong: first ?? null,
      mistakes: mistakes.length,
      has_draft: draft !== undefined,
      drafted_at,
      draft_mistakes: draft === undefined ? null : check(`draft ${name}`, name, draft).mistakes.length,
      file_changed,
      title_en: titles.en,
      title_fr: titles.fr,
    }
  })
}
