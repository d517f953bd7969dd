import { isDeepStrictEqual } from 'node:util'
import type { Content, ContentItem, ContentSection, Post, PostSummary } from '#contract/content/content.ts'
import { toPage, type Page } from '#contract/fields.ts'
import type { ContentPage } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { conditions, listBookYears, listThirdParties } from './conditions.ts'
import { formatConstants } from './constants.ts'
import { findFigures, formatFigures, type Figures } from './figures.ts'
import { findText, type TextFile } from './files.ts'
import { PageHead, PostHead } from './heads.ts'
import type { Values } from './parse.ts'
import { publishedTexts } from './published-texts.ts'
import { parseContentText, makeOrKeepLast, type Text } from './text.ts'

export type ContentDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publicUrl' | 'ip_lookups' | 'log'> & {
  /** A text that is shown instead of the published one: the preview of a draft. */
  preview?: { language: Language; name: string; text: Text }
}

interface ParsedFile {
  file: TextFile
  figures: Figures | undefined
  thirdParties: object
  text: Text
}

/** Parsed texts by language and name, valid while the file, the figures and the third parties are unchanged. */
const parsedTexts = new WeakMap<Deps['db'], Map<string, ParsedFile>>()

/**
 * Returns a text: as it is published in the desk, otherwise from its file. If it is invalid, logs the error once and
 * returns the last valid version, because one bad text must not break the pages that list it. Throws `not_found` for a
 * missing file or one that was never valid.
 */
async function readText(deps: ContentDeps, language: Language, name: string): Promise<Text> {
  const { preview } = deps
  if (preview?.name === name && preview.language === language) return preview.text
  const published = publishedTexts(deps.db)
  await published.load()
  const edited = published.find(language, name)
  const file = findText(language, name)
  const text =
    (edited && (await parseFile(deps, language, name, edited))) ??
    (file && (await parseFile(deps, language, name, file)))
  if (text === undefined) throw new AppError('not_found')
  return text
}

/** Lists the texts in a folder that readers see, and the one whose draft is previewed. */
async function listShownNames({ db, preview }: ContentDeps, folder: string): Promise<string[]> {
  const published = publishedTexts(db)
  await published.load()
  const names = published.listNames(folder)
  const [previewed, id] = preview?.name.split('/') ?? []
  return previewed !== folder || id === undefined || names.includes(id) ? names : [...names, id]
}

/** The values of the placeholders of a text. */
export async function findValues(deps: ContentDeps, language: Language, text: string): Promise<Values> {
  const figures = text.includes('{{data.') ? await findFigures(deps.db, deps.clock()) : {}
  return {
    ...formatConstants(language),
    ...listThirdParties(deps),
    ...listBookYears(deps),
    ...formatFigures(figures, language),
  }
}

async function parseFile(
  deps: ContentDeps,
  language: Language,
  name: string,
  file: TextFile,
): Promise<Text | undefined> {
  const figures = file.text.includes('{{data.') ? await findFigures(deps.db, deps.clock()) : undefined
  const parsed = parsedTexts.get(deps.db) ?? new Map<string, ParsedFile>()
  parsedTexts.set(deps.db, parsed)
  const key = `${language}/${name}`
  const thirdParties = listThirdParties(deps)
  const cached = parsed.get(key)
  const isCurrent =
    cached?.file === file && cached.figures === figures && isDeepStrictEqual(cached.thirdParties, thirdParties)
  if (isCurrent) return cached.text
  const values = await findValues(deps, language, file.text)
  const text = makeOrKeepLast<Text | undefined>(
    () => parseContentText(name, file.text, values),
    cached?.text,
    (error) => {
      if (!reportedFiles.has(file)) deps.log.error(`the text ${key} cannot be read: ${String(error)}`)
      reportedFiles.add(file)
    },
  )
  if (text !== undefined) parsed.set(key, { file, figures, thirdParties, text })
  return text
}

/** Invalid files that were already logged. */
const reportedFiles = new WeakSet<TextFile>()

/** Awaits all texts and leaves out those that are missing. */
async function collectExisting<T>(texts: readonly Promise<T>[]): Promise<T[]> {
  const isMissing = (error: unknown) => error instanceof AppError && error.code === 'not_found'
  const found = await Promise.all(
    texts.map((text) => text.catch((error: unknown) => (isMissing(error) ? undefined : Promise.reject(error)))),
  )
  return found.filter((text) => text !== undefined) as T[]
}

function selectSections(deps: ContentDeps, { sections }: Text): ContentSection[] {
  return sections
    .filter(({ only }) => only === null || conditions[only]?.(deps) === true)
    .map(({ id, title, blocks }) => ({ id, title, blocks }))
}

const toItem = (id: string, { title, description, picture, icon = undefined }: PageHead): ContentItem => ({
  id,
  title,
  description,
  picture,
  icon: icon ?? null,
})

async function getText(deps: ContentDeps, language: Language, name: string, id: string): Promise<Content> {
  const text = await readText(deps, language, name)
  const head = PageHead.parse(text.head)
  return {
    ...toItem(id, head),
    headline: head.headline ?? head.title,
    eyebrow: head.eyebrow ?? null,
    lead: head.lead,
    look: head.look,
    actions: head.actions,
    sections: selectSections(deps, text),
    updated: head.updated ?? null,
    items: [],
  }
}

/** Returns a page with the summaries of its subpages. Throws `not_found`. */
export async function getPage(deps: ContentDeps, page: ContentPage, language: Language): Promise<Content> {
  const items = (await listShownNames(deps, page)).map(async (id) =>
    toItem(id, PageHead.parse((await readText(deps, language, `${page}/${id}`)).head)),
  )
  return { ...(await getText(deps, language, page, page)), items: await collectExisting(items) }
}

/** Returns a subpage with the summaries of its siblings. Throws `not_found`. */
export async function getPageItem(
  deps: ContentDeps,
  page: ContentPage,
  id: string,
  language: Language,
): Promise<Content> {
  const { items } = await getPage(deps, page, language)
  if (!items.some((item) => item.id === id)) throw new AppError('not_found')
  return { ...(await getText(deps, language, `${page}/${id}`, id)), items: items.filter((item) => item.id !== id) }
}

/** Returns the title and meta description of a page. Throws `not_found`. */
export async function getHead(
  deps: ContentDeps,
  name: string,
  language: Language,
): Promise<{ title: string; description: string }> {
  const { title, description } = PageHead.parse((await readText(deps, language, name)).head)
  return { title, description }
}

async function readSummary(
  deps: ContentDeps,
  id: string,
  language: Language,
): Promise<PostSummary & Pick<Post, 'lead' | 'around' | 'sections'>> {
  const text = await readText(deps, language, `posts/${id}`)
  const { title, description, picture, date, tags, lead, around } = PostHead.parse(text.head)
  return {
    id,
    title,
    description,
    picture,
    date,
    tags,
    minutes: text.minutes,
    lead,
    around,
    sections: selectSections(deps, text),
  }
}

const toSummary = ({ id, title, description, picture, date, tags, minutes }: PostSummary): PostSummary => ({
  id,
  title,
  description,
  picture,
  date,
  tags,
  minutes,
})

/** Returns all blog posts, newest first. */
export async function findAllPosts(deps: ContentDeps, language: Language): Promise<PostSummary[]> {
  const all = await collectExisting((await listShownNames(deps, 'posts')).map((id) => readSummary(deps, id, language)))
  return all.map(toSummary).sort((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id))
}

/** Returns one page of blog posts, newest first, and the number of posts per tag. */
export async function findPosts(
  deps: ContentDeps,
  { page, size, tag }: { page: number; size: number; tag?: string | undefined },
  language: Language,
): Promise<Page<PostSummary> & { tags: { tag: string; total: number }[] }> {
  const all = await findAllPosts(deps, language)
  const counts = Map.groupBy(
    all.flatMap(({ tags }) => tags),
    (each) => each,
  )
  const tags = [...counts].map(([name, posts]) => ({ tag: name, total: posts.length }))
  const matching = tag === undefined ? all : all.filter((post) => post.tags.includes(tag))
  const items = matching.slice((page - 1) * size, page * size)
  return {
    ...toPage(items, matching.length, page, size),
    tags: tags.sort((a, b) => b.total - a.total || a.tag.localeCompare(b.tag)),
  }
}

/** Returns a post with the three posts that share most tags with it. Throws `not_found`. */
export async function getPostWithRelated(deps: ContentDeps, id: string, language: Language): Promise<Post> {
  if (!(await listShownNames(deps, 'posts')).includes(id)) throw new AppError('not_found')
  const post = await readSummary(deps, id, language)
  const countSharedTags = (other: PostSummary) => other.tags.filter((tag) => post.tags.includes(tag)).length
  const related = (await findAllPosts(deps, language)).filter((other) => other.id !== id)
  return { ...post, more: related.sort((a, b) => countSharedTags(b) - countSharedTags(a)).slice(0, 3) }
}
