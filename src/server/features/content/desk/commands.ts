import { sql } from 'kysely'
import type { DeskPage } from '#contract/content/desk/pages.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { AppError } from '#server/http/errors.ts'
import { checkTexts, type Texts } from '../check-texts.ts'
import { findText } from '../files.ts'
import { readShownTexts } from '../published-texts.ts'
import { createSurroundings } from '../surroundings.ts'
import {
  addressOfText,
  findPageName,
  getDeskPage,
  getPageVersion,
  hashTexts,
  readFiles,
  readStoredPages,
  toPageId,
  type StoredPage,
} from './pages.ts'

/** Who changes which page, and the version that they have read. */
export interface PageChange {
  id: string
  version: number
  reader: Language
}
export type Changed = Promise<{ answer: DeskPage; changes: AuditedChange[] }>

/** What the audit log tells of a page: not its texts, whose versions are kept. */
export const toLogged = ({ name, draft, published, publish_at, withdraw_at }: StoredPage) => ({
  address: addressOfText(name),
  published,
  draft_en: draft?.en.length ?? null,
  draft_fr: draft?.fr.length ?? null,
  publish_at,
  withdraw_at,
})

/** Locks a page, for the first time with a row of its own. Throws `not_found` and `changed_meanwhile`. */
export async function lockPage(tx: Tx, { id, version }: PageChange): Promise<StoredPage> {
  const name = await findPageName(tx, id)
  if (findText('en', name) !== undefined)
    await tx
      .insertInto('page_texts')
      .values({ name })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  const page = await lockStoredPage(tx, name)
  // It was moved or deleted a moment ago.
  if (page === undefined) throw new AppError('not_found')
  await requireVersion(tx, { kind: 'page', id: toPageId(name), version: page.version }, version)
  return page
}

/** Reads a page and keeps others from changing it. */
export async function lockStoredPage(tx: Tx, name: string): Promise<StoredPage | undefined> {
  await tx.selectFrom('page_texts').select('name').where('name', '=', name).forUpdate().execute()
  return (await readStoredPages(tx, name))[0]
}

/** Lets one page be published, moved or begun at a time: each is checked against all others. */
export const lockPages = (tx: Tx) => sql`lock table page_texts in share row exclusive mode`.execute(tx)

interface NewState {
  draft?: Texts | null
  drafted_at?: Date
  published?: number | null
}

/** Stores a page, and says what changed. Without a draft, there is nothing to publish at a time. */
export async function storePage(
  tx: Tx,
  page: StoredPage,
  { reader }: Pick<PageChange, 'reader'>,
  next: NewState,
): Changed {
  const draft = next.draft === undefined ? page.draft : (next.draft ?? undefined)
  const published = next.published === undefined ? page.published : next.published
  const drafted_at = draft === undefined ? null : (next.drafted_at ?? page.drafted_at)
  await tx
    .updateTable('page_texts')
    .set({
      version: page.version + 1,
      draft_en: draft?.en ?? null,
      draft_fr: draft?.fr ?? null,
      drafted_at,
      published,
    })
    .where('name', '=', page.name)
    .execute()
  if (draft === undefined) await forgetPublishing(tx, page.name)
  return describeChange(tx, page, reader)
}

/** The page as it is now, with the entry of the audit log that says what was changed. */
export async function describeChange(tx: Tx, before: StoredPage, reader: Language): Changed {
  const [after] = await readStoredPages(tx, before.name)
  const id = toPageId(before.name)
  const logged = { kind: 'page', id, before: toLogged(before), after: toLogged(after!) }
  return { answer: await getDeskPage(tx, id, reader), changes: [logged] }
}

/** A draft that is gone is not published at its time. */
async function forgetPublishing(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('page_schedules').where('name', '=', name).where('withdraw_at', 'is', null).execute()
  await tx
    .updateTable('page_schedules')
    .set({ publish_at: null, failed_at: null, failed_reason: null })
    .where('name', '=', name)
    .execute()
}

/** Saves a draft, mistakes included. Throws `changed_meanwhile`. */
export async function savePageDraft(tx: Tx, change: PageChange, texts: Texts, now: Date): Changed {
  const draft = { en: texts.en.replaceAll('\r\n', '\n'), fr: texts.fr.replaceAll('\r\n', '\n') }
  return storePage(tx, await lockPage(tx, change), change, { draft, drafted_at: now })
}

/**
 * Publishes the draft in both languages. Throws `page_no_draft`, `changed_meanwhile`, and `page_mistakes` where one of them
 * has a mistake, also against what others have published meanwhile.
 */
export async function publishPage(tx: Tx, change: PageChange, now: Date): Changed {
  await lockPages(tx)
  const page = await lockPage(tx, change)
  return publishDraft(tx, page, await requireDraft(tx, page), change.reader, now)
}

/** Throws `page_no_draft`, and `page_mistakes` where the draft has one. */
export async function requireDraft(tx: Tx, { name, draft }: StoredPage): Promise<Texts> {
  if (draft === undefined) throw new AppError('page_no_draft')
  const mistakes = checkTexts(name, draft, createSurroundings(await readShownTexts(tx)))
  if (mistakes.length > 0) throw new AppError('page_mistakes', { count: mistakes.length })
  return draft
}

/** Shows a draft without mistakes to readers, as the next version. */
export async function publishDraft(tx: Tx, page: StoredPage, draft: Texts, reader: Language, now: Date): Changed {
  const { name } = page
  const { number } = await tx
    .insertInto('page_text_versions')
    .values({
      name,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from page_text_versions where name = ${name})`,
      text_en: draft.en,
      text_fr: draft.fr,
      file_hash: hashTexts(readFiles(name)),
      published_at: now,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  return storePage(tx, page, { reader }, { draft: null, published: number })
}

/** Makes a draft of an earlier version. Throws `page_has_draft`, `changed_meanwhile` and `not_found`. */
export async function restorePageVersion(tx: Tx, change: PageChange, number: number, now: Date): Changed {
  const page = await lockPage(tx, change)
  if (page.draft !== undefined) throw new AppError('page_has_draft')
  const { text_en, text_fr } = await getPageVersion(tx, change.id, number)
  return storePage(tx, page, change, { draft: { en: text_en, fr: text_fr }, drafted_at: now })
}

/** Deletes the draft. Throws `page_no_draft` and `changed_meanwhile`. */
export async function discardPageDraft(tx: Tx, change: PageChange): Changed {
  const page = await lockPage(tx, change)
  // The only text of a page that readers do not see is not lost.
  if (page.draft === undefined || (!page.has_file && page.published === null)) throw new AppError('page_no_draft')
  return storePage(tx, page, change, { draft: null })
}

/** Shows the text of the file again. A draft stays. Throws `page_from_file`, `page_no_file` and `changed_meanwhile`. */
export async function revertPage(tx: Tx, change: PageChange): Changed {
  const page = await lockPage(tx, change)
  if (!page.has_file) throw new AppError('page_no_file')
  if (page.published === null) throw new AppError('page_from_file')
  return storePage(tx, page, change, { published: null })
}
