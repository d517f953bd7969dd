import { sql } from 'kysely'
import type { DeskPage } from '#contract/content/desk/pages.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { AppError } from '#server/http/errors.ts'
import { checkTexts, type Texts } from '../check-texts.ts'
import { readShownTexts } from '../published-texts.ts'
import { createSurroundings } from '../surroundings.ts'
import {
  findPageName,
  getDeskPage,
  getPageVersion,
  hashTexts,
  readFiles,
  readStoredPages,
  type StoredPage,
} from './pages.ts'

/** Who changes which page, and the version that they have read. */
export interface PageChange {
  id: string
  version: number
  reader: Language
}
type Changed = Promise<{ answer: DeskPage; changes: AuditedChange[] }>

/** What the audit log tells of a page: not its texts, whose versions are kept. */
const toLogged = ({ draft, published }: Pick<StoredPage, 'draft' | 'published'>) => ({
  published,
  draft_en: draft?.en.length ?? null,
  draft_fr: draft?.fr.length ?? null,
})

/** Locks a page, for the first time with a row of its own. Throws `not_found` and `changed_meanwhile`. */
async function lockPage(tx: Tx, { id, version }: PageChange): Promise<StoredPage> {
  const name = findPageName(id)
  await tx
    .insertInto('page_texts')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  await tx.selectFrom('page_texts').select('name').where('name', '=', name).forUpdate().execute()
  const [page] = await readStoredPages(tx, name)
  await requireVersion(tx, { kind: 'page', id, version: page!.version }, version)
  return page!
}

interface NewState {
  draft?: Texts | null
  drafted_at?: Date
  published?: number | null
}

async function storePage(tx: Tx, page: StoredPage, change: PageChange, next: NewState): Changed {
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
  const logged = { kind: 'page', id: change.id, before: toLogged(page), after: toLogged({ draft, published }) }
  return { answer: await getDeskPage(tx, change.id, change.reader), changes: [logged] }
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
  // One page at a time: each is checked against all others.
  await sql`lock table page_texts in share row exclusive mode`.execute(tx)
  const page = await lockPage(tx, change)
  const { name, draft } = page
  if (draft === undefined) throw new AppError('page_no_draft')
  const mistakes = checkTexts(name, draft, createSurroundings(await readShownTexts(tx)))
  if (mistakes.length > 0) throw new AppError('page_mistakes', { count: mistakes.length })
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
  return storePage(tx, page, change, { draft: null, published: number })
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
  if (page.draft === undefined) throw new AppError('page_no_draft')
  return storePage(tx, page, change, { draft: null })
}

/** Shows the text of the file again. A draft stays. Throws `page_from_file` and `changed_meanwhile`. */
export async function revertPage(tx: Tx, change: PageChange): Changed {
  const page = await lockPage(tx, change)
  if (page.published === null) throw new AppError('page_from_file')
  return storePage(tx, page, change, { published: null })
}
