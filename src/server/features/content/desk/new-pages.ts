import { stringify } from 'yaml'
import type { createPage as createContract, newPageKinds } from '#contract/content/desk/pages.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/places/places.ts'
import { team } from '#contract/settings/company.ts'
import { type TextLanguage, textLanguageOf } from '#contract/text-languages.ts'
import { wallDay } from '#contract/wall-clock.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { toSlug } from '#server/slugs.ts'
import { listAllTextNames } from '../files.ts'
import { describeChange, lockPage, lockPages, toLogged, type Changed, type PageChange } from './commands.ts'
import { getDeskPage, readStoredPages, toPageId } from './pages.ts'

const folders: Record<(typeof newPageKinds)[number], string> = { post: 'posts', article: 'help' }

/** The longest address that is made from a title; an author may write a longer one. */
const longestSlug = 50

/** Begins a post or an article as a draft in both languages. Throws 422 for an address that another text has or had. */
export async function createPage(
  tx: Tx,
  { kind, title, title_fr, slug }: ParsedBody<typeof createContract>,
  reader: Language,
  now: Date,
): Changed {
  await lockPages(tx)
  const name = `${folders[kind]}/${slug ?? ''}`
  const free =
    slug === null ? await findFreeName(tx, folders[kind], title) : (await isTaken(tx, name)) ? undefined : name
  if (free === undefined) throw fieldError('slug', 'page_address_taken')
  await tx
    .insertInto('page_texts')
    .values({
      name: free,
      version: 1,
      draft_en: writeDraft(kind, 'en', title, now),
      draft_fr: writeDraft(kind, 'fr', title_fr, now),
      drafted_at: now,
      began_at: now,
    })
    .execute()
  const [page] = await readStoredPages(tx, free)
  const id = toPageId(free)
  return { answer: await getDeskPage(tx, id, reader), changes: [{ kind: 'page', id, after: toLogged(page!) }] }
}

/** The name for a title; with a number where that is taken. */
async function findFreeName(tx: Tx, folder: string, title: string): Promise<string> {
  const words = toSlug(title).slice(0, longestSlug).replace(/-+$/, '')
  const slug = words.length < 3 ? `${folder}-${words}`.replace(/-$/, '') : words
  for (let number = 1; ; number += 1) {
    const name = `${folder}/${slug}${number === 1 ? '' : `-${number}`}`
    if (!(await isTaken(tx, name))) return name
  }
}

/** Whether a text has a name, or had it before it was moved. */
async function isTaken(tx: Tx, name: string): Promise<boolean> {
  if (listAllTextNames().includes(name)) return true
  const [stored, moved] = await Promise.all([
    tx.selectFrom('page_texts').select('name').where('name', '=', name).executeTakeFirst(),
    tx.selectFrom('page_text_moves').select('name').where('old_name', '=', name).executeTakeFirst(),
  ])
  return stored !== undefined || moved !== undefined
}

const firstTitle: Record<TextLanguage, string> = { en: 'First section', fr: 'Première section' }

/** What an author fills in; each empty detail is a mistake until it is written. */
function writeDraft(kind: (typeof newPageKinds)[number], language: Language, title: string, now: Date): string {
  const details =
    kind === 'post'
      ? { picture: 'press', date: wallDay(now, team.zone), tags: [], lead: '' }
      : { picture: 'help', look: 'text', lead: '' }
  const head = stringify({ title, description: '', ...details }, { lineWidth: 0 }).trim()
  return `---\n${head}\n---\n\n## ${firstTitle[textLanguageOf(language)]} {#first}\n\n`
}

/** Changes the address of a text that readers never saw. Throws 422 for one that is taken, and `page_was_published`. */
export async function movePage(tx: Tx, change: PageChange, slug: string): Changed {
  await lockPages(tx)
  const page = await lockPage(tx, change)
  if (page.has_file || page.was_published) throw new AppError('page_was_published')
  const [folder] = page.name.split('/')
  const name = `${folder}/${slug}`
  if (name === page.name) return { answer: await getDeskPage(tx, change.id, change.reader), changes: [] }
  const isItsOwn = await tx
    .deleteFrom('page_text_moves')
    .where('old_name', '=', name)
    .where('name', '=', page.name)
    .returning('name')
    .executeTakeFirst()
  if (isItsOwn === undefined && (await isTaken(tx, name))) throw fieldError('slug', 'page_address_taken')
  const { draft_en, draft_fr, drafted_at, began_at } = await tx
    .selectFrom('page_texts')
    .selectAll()
    .where('name', '=', page.name)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('page_texts')
    .values({ name, version: page.version + 1, draft_en, draft_fr, drafted_at, began_at })
    .execute()
  await tx.updateTable('page_schedules').set({ name }).where('name', '=', page.name).execute()
  await tx.updateTable('page_text_moves').set({ name }).where('name', '=', page.name).execute()
  await tx.insertInto('page_text_moves').values({ old_name: page.name, name }).execute()
  await tx.deleteFrom('page_texts').where('name', '=', page.name).execute()
  const { answer, changes } = await describeChange(tx, { ...page, name }, change.reader)
  return { answer, changes: changes.map((logged) => ({ ...logged, before: toLogged(page) })) }
}

/** Deletes a text that readers never saw. Throws `page_was_published` and `changed_meanwhile`. */
export async function deletePage(tx: Tx, change: PageChange): Promise<{ answer: undefined; changes: AuditedChange[] }> {
  const page = await lockPage(tx, change)
  if (page.has_file || page.was_published) throw new AppError('page_was_published')
  await tx.deleteFrom('page_texts').where('name', '=', page.name).execute()
  return { answer: undefined, changes: [{ kind: 'page', id: toPageId(page.name), before: toLogged(page) }] }
}
