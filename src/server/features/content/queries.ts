import { isDeepStrictEqual } from 'node:util'
import type { Content, ContentItem, ContentSection, Post, PostSummary } from '#contract/content.ts'
import type { ContentPage } from '#contract/pages.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { Language } from '#contract/places.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { constantsIn } from './constants.ts'
import { findFigures, writeFigures, type Figures } from './figures.ts'
import { findText, namesUnder, type TextFile } from './files.ts'
import { PageHead, PostHead } from './heads.ts'
import { makeText, newestGood, type Text } from './text.ts'

type Reader = Pick<Deps, 'db' | 'clock' | 'config' | 'publicUrl' | 'ip_lookups' | 'log'>

/** Read anew when the file or the figures in it have changed. */
const parsed = new Map<string, { file: TextFile; figures: Figures | undefined; others: object; parsed: Text }>()

/**
 * A text, with its head as it should be. One that was saved with a mistake is told to the log, and its readers have what
 * it was before, since every page names all others and none is to fail for one; where it was never right there is none,
 * as where there is no file. Throws `not_found`.
 */
async function read(deps: Reader, language: Language, name: string): Promise<Text> {
  const file = findText(language, name)
  if (file === undefined) throw new AppError('not_found')
  const figures = file.text.includes('{{data.') ? await findFigures(deps.db, deps.clock()) : undefined
  const key = `${language}/${name}`
  const others = othersOf(deps)
  const known = parsed.get(key)
  const isSame = known?.file === file && known.figures === figures && isDeepStrictEqual(known.others, others)
  if (isSame) return known.parsed
  const values = {
    ...constantsIn(language),
    ...others,
    ...(figures === undefined ? {} : writeFigures(figures, language)),
  }
  const made = newestGood<Text | undefined>(
    () => makeText(name, file.text, values),
    known?.parsed,
    (error) => {
      if (!told.has(file)) deps.log.error(`content/${key}.md cannot be read: ${String(error)}`)
      told.add(file)
    },
  )
  if (made === undefined) throw new AppError('not_found')
  parsed.set(key, { file, figures, others, parsed: made })
  return made
}

/** The mistakes that the log knows of. */
const told = new WeakSet<TextFile>()

/** Those of a list that can be read. */
async function readable<T>(texts: readonly Promise<T>[]): Promise<T[]> {
  const isMissing = (error: unknown) => error instanceof AppError && error.code === 'not_found'
  const found = await Promise.all(
    texts.map((text) => text.catch((error: unknown) => (isMissing(error) ? undefined : Promise.reject(error)))),
  )
  return found.filter((text) => text !== undefined) as T[]
}

/** Who serves the map, undefined where it comes from this very site. */
function hostOf({ config, publicUrl }: Reader): string | undefined {
  if (!URL.canParse(config.MAP_STYLE_URL)) return undefined
  const { host } = new URL(config.MAP_STYLE_URL)
  return host === new URL(publicUrl()).host ? undefined : host
}

/** Who tells a browser in which country it is; what stands in for them on this machine is nobody else. */
const lookupsOf = ({ ip_lookups = [] }: Reader): string[] =>
  ip_lookups.map((address) => new URL(address)).flatMap(({ hostname }) => (hostname === '127.0.0.1' ? [] : [hostname]))

/** Whom a browser speaks to beside us, by name. */
const othersOf = (deps: Reader) => ({
  'map.host': hostOf(deps) ?? '',
  'lookups.hosts': lookupsOf(deps).join(', '),
  'reports.host': deps.config.SENTRY_DSN === undefined ? '' : new URL(deps.config.SENTRY_DSN).hostname,
})

/** Conditions that a section may name as `only=`. */
export const conditions = {
  demo: ({ config }: Reader) => config.demo || config.simulators,
  /** Logging in with Google or Apple. */
  social: ({ config }: Reader) => config.FIREBASE_PROJECT_ID !== undefined,
  map_elsewhere: (deps: Reader) => hostOf(deps) !== undefined,
  lookups: (deps: Reader) => lookupsOf(deps).length > 0,
  reports: ({ config }: Reader) => config.SENTRY_DSN !== undefined,
} as const

function sectionsOf(deps: Reader, { sections }: Text): ContentSection[] {
  return sections
    .filter(({ only }) => only === null || conditions[only as keyof typeof conditions](deps))
    .map(({ id, title, blocks }) => ({ id, title, blocks }))
}

const itemOf = (id: string, { title, description, picture, icon = undefined }: PageHead): ContentItem => ({
  id,
  title,
  description,
  picture,
  icon: icon ?? null,
})

async function getText(deps: Reader, language: Language, name: string, id: string): Promise<Content> {
  const text = await read(deps, language, name)
  const head = PageHead.parse(text.head)
  return {
    ...itemOf(id, head),
    headline: head.headline ?? head.title,
    eyebrow: head.eyebrow ?? null,
    lead: head.lead,
    look: head.look,
    actions: head.actions,
    sections: sectionsOf(deps, text),
    updated: head.updated ?? null,
    items: [],
  }
}

/** A page's text, with the pages under it. */
export async function getPage(deps: Reader, page: ContentPage, language: Language): Promise<Content> {
  const items = namesUnder(page).map(async (id) =>
    itemOf(id, PageHead.parse((await read(deps, language, `${page}/${id}`)).head)),
  )
  return { ...(await getText(deps, language, page, page)), items: await readable(items) }
}

/** A page under another one, with those beside it. */
export async function getPageItem(deps: Reader, page: ContentPage, id: string, language: Language): Promise<Content> {
  const { items } = await getPage(deps, page, language)
  if (!items.some((item) => item.id === id)) throw new AppError('not_found')
  return { ...(await getText(deps, language, `${page}/${id}`, id)), items: items.filter((item) => item.id !== id) }
}

/** What a page is called in a list or a tab, and what a search engine shows of it. */
export async function getHead(
  deps: Reader,
  name: string,
  language: Language,
): Promise<{ title: string; description: string }> {
  const { title, description } = PageHead.parse((await read(deps, language, name)).head)
  return { title, description }
}

async function summaryOf(
  deps: Reader,
  id: string,
  language: Language,
): Promise<PostSummary & Pick<Post, 'lead' | 'around' | 'sections'>> {
  const text = await read(deps, language, `posts/${id}`)
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
    sections: sectionsOf(deps, text),
  }
}

const shortOf = ({ id, title, description, picture, date, tags, minutes }: PostSummary): PostSummary => ({
  id,
  title,
  description,
  picture,
  date,
  tags,
  minutes,
})

/** Every post, the newest first. */
export async function findAllPosts(deps: Reader, language: Language): Promise<PostSummary[]> {
  const all = await readable(namesUnder('posts').map((id) => summaryOf(deps, id, language)))
  return all.map(shortOf).sort((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id))
}

export async function findPosts(
  deps: Reader,
  { page, size, tag }: { page: number; size: number; tag?: string | undefined },
  language: Language,
): Promise<Page<PostSummary> & { tags: { tag: string; total: number }[] }> {
  const all = await findAllPosts(deps, language)
  const counts = Map.groupBy(
    all.flatMap(({ tags }) => tags),
    (one) => one,
  )
  const tags = [...counts].map(([one, posts]) => ({ tag: one, total: posts.length }))
  const wanted = tag === undefined ? all : all.filter((post) => post.tags.includes(tag))
  const items = wanted.slice((page - 1) * size, page * size)
  return {
    ...toPage(items, wanted.length, page, size),
    tags: tags.sort((a, b) => b.total - a.total || a.tag.localeCompare(b.tag)),
  }
}

/** A post, and the three that have most in common with it. */
export async function getWholePost(deps: Reader, id: string, language: Language): Promise<Post> {
  if (!namesUnder('posts').includes(id)) throw new AppError('not_found')
  const post = await summaryOf(deps, id, language)
  const shared = (other: PostSummary) => other.tags.filter((tag) => post.tags.includes(tag)).length
  const others = (await findAllPosts(deps, language)).filter((other) => other.id !== id)
  return { ...post, more: others.sort((a, b) => shared(b) - shared(a)).slice(0, 3) }
}
