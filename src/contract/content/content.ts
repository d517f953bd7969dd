import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, pageOf, pageQuery } from '#contract/fields.ts'
import { contentPages } from '#contract/pages.ts'

/** Names of the icons that content files may use beside a heading. */
export const contentIcons = [
  'accessible',
  'banknote',
  'bell',
  'bolt',
  'building',
  'calendar',
  'camera',
  'car',
  'chart',
  'check',
  'clock',
  'code',
  'download',
  'file',
  'gauge',
  'gift',
  'house',
  'key',
  'languages',
  'layers',
  'link',
  'map',
  'offline',
  'pin',
  'plug',
  'receipt',
  'scan',
  'search',
  'shield',
  'shop',
  'sparkles',
  'ticket',
  'undo',
  'users',
  'wallet',
  'wrench',
] as const
export const ContentIcon = z.enum(contentIcons)
export type ContentIcon = z.infer<typeof ContentIcon>

/** Kinds of blocks that list items. */
export const groupKinds = ['steps', 'cards', 'figures', 'questions'] as const

/** Interactive parts of a page; the web renders a component for each. */
export const contentSlots = ['lead', 'services', 'earnings', 'chargers', 'install', 'documents'] as const
export const ContentSlot = z.enum(contentSlots)
export type ContentSlot = z.infer<typeof ContentSlot>

const GroupItem = z.object({
  id: z.string(),
  title: z.string(),
  icon: z.nullable(ContentIcon),
  to: z.nullable(z.string()),
  html: z.string(),
})
export type GroupItem = z.infer<typeof GroupItem>

export const ContentBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['text', 'note', 'call']), html: z.string() }),
  z.object({ kind: z.literal('picture'), name: z.string(), html: z.string() }),
  z.object({ kind: z.literal('slot'), name: ContentSlot, options: z.record(z.string(), z.string()) }),
  z.object({ kind: z.enum(groupKinds), items: z.array(GroupItem) }),
])
export type ContentBlock = z.infer<typeof ContentBlock>

/** `title` is null for the text before the first heading. */
export const ContentSection = z.object({
  id: z.string(),
  title: z.nullable(z.string()),
  blocks: z.array(ContentBlock),
})
export type ContentSection = z.infer<typeof ContentSection>

const itemShape = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  picture: z.string(),
  icon: z.nullable(ContentIcon),
}
/** A page below another one, such as a marketplace service. */
export const ContentItem = z.object(itemShape)
export type ContentItem = z.infer<typeof ContentItem>

export const ContentAction = z.object({ label: z.string(), to: z.string() })

/** A content file with its figures filled in and its Markdown rendered to HTML. */
export const Content = z.object({
  ...itemShape,
  /** The page's main heading; `title` is its short name. */
  headline: z.string(),
  eyebrow: z.nullable(z.string()),
  lead: z.string(),
  /** `night`: full-width hero; `split`: picture beside the headline; `text`: long text with a table of contents. */
  look: z.enum(['night', 'split', 'text']),
  actions: z.array(ContentAction),
  sections: z.array(ContentSection),
  updated: z.nullable(z.string()),
  items: z.array(ContentItem),
})
export type Content = z.infer<typeof Content>

const postShape = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  picture: z.string(),
  date: z.string(),
  tags: z.array(z.string()),
  /** Reading time. */
  minutes: z.number(),
}
export const PostSummary = z.object(postShape)
export type PostSummary = z.infer<typeof PostSummary>

/** A position that the post offers to search for parking. */
const Around = z.object({ name: z.string(), lat: z.number(), lng: z.number() })

export const Post = z.object({
  ...postShape,
  lead: z.string(),
  sections: z.array(ContentSection),
  around: z.array(Around),
  more: z.array(PostSummary),
})
export type Post = z.infer<typeof Post>

/** A line above the pages of the site, as a page's HTML gets it. */
export interface ShownAnnouncement {
  /** Changes with its text, so that what was closed is shown again. */
  id: string
  text_en: string
  text_fr: string
  severity: 'info' | 'warning' | 'urgent'
  link: string | null
}

/** The cookie with the ids of announcements that were closed on this device. */
export const closedAnnouncements = 'closed_announcements'

const handle = line(1, 80)

export const getContent = endpoint({
  name: 'getContent',
  method: 'GET',
  path: '/api/v1/content/{page}',
  summary: 'Returns the content of a page in the request’s language',
  tag: 'content',
  auth: 'none',
  status: 200,
  params: z.strictObject({ page: z.enum(contentPages) }),
  answer: Content,
})

export const getContentItem = endpoint({
  name: 'getContentItem',
  method: 'GET',
  path: '/api/v1/content/{page}/{id}',
  summary: 'Returns the content of a page below another one',
  tag: 'content',
  auth: 'none',
  status: 200,
  params: z.strictObject({ page: z.enum(contentPages), id: handle }),
  answer: Content,
})

/** Newest first; `tags` counts all posts. */
export const listPosts = endpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/api/v1/posts',
  summary: 'Lists the posts of the blog',
  tag: 'content',
  auth: 'none',
  status: 200,
  query: z.strictObject({ ...pageQuery, tag: z.optional(handle) }),
  answer: z.extend(pageOf(PostSummary), { tags: z.array(z.object({ tag: z.string(), total: z.number() })) }),
})

export const getPost = endpoint({
  name: 'getPost',
  method: 'GET',
  path: '/api/v1/posts/{id}',
  summary: 'Returns a post',
  tag: 'content',
  auth: 'none',
  status: 200,
  params: z.strictObject({ id: handle }),
  answer: Post,
})
