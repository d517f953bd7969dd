import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { versionQuery } from '#contract/lists/shared-fields.ts'
import { textLanguages } from '#contract/text-languages.ts'

export const pageKinds = ['page', 'service', 'post', 'article'] as const
/** The kinds that may begin in the desk, without a file. */
export const newPageKinds = ['post', 'article'] as const
/** Where readers' text comes from; `unpublished`: it began in the desk, and readers do not see it. */
export const pageSources = ['file', 'desk', 'unpublished'] as const

/** The content pages with their texts, from files or edited in the desk. */
export const pageList = deskList({
  name: 'pages',
  menu: { group: 'content', rank: 50 },
  permission: 'pages.view',
  opens: { screen: 'pages', permission: 'pages.view' },
  creates: { path: 'pages/new', permission: 'pages.create' },
  namedBy: ['title', 'address'],
  columns: {
    title: { kind: 'text', sortable: true },
    address: { kind: 'code', sortable: true },
    source: { kind: 'choice', words: 'page_sources', badge: true },
    has_draft: { kind: 'flag' },
    words_en: { kind: 'number', sortable: true },
    words_fr: { kind: 'number', sortable: true },
    changed_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    wrong: { kind: 'text' },
    mistakes: { kind: 'number', sortable: true, extra: true },
    kind: { kind: 'choice', words: 'page_kinds', extra: true },
    publish_at: { kind: 'instant', sortable: true, extra: true, zone: 'timezone' },
    withdraw_at: { kind: 'instant', sortable: true, extra: true, zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
    drafted_at: { kind: 'instant', sortable: true, extra: true, zone: 'timezone' },
    draft_mistakes: { kind: 'number', extra: true },
    file_changed: { kind: 'flag', extra: true },
    title_en: { kind: 'text', sortable: true, extra: true },
    title_fr: { kind: 'text', sortable: true, extra: true },
  },
  filters: {
    kind: { kind: 'choice', values: pageKinds, words: 'page_kinds' },
    draft: { kind: 'flag' },
    scheduled: { kind: 'flag' },
    wrong: { kind: 'flag' },
    file_changed: { kind: 'flag' },
    changed: { kind: 'days' },
  },
  states: pageSources,
  sort: 'address',
})

/** What is wrong with a text, in the reader's language. */
const PageMistake = z.object({
  language: z.enum(textLanguages),
  line: z.number(),
  message: z.string(),
})
export type PageMistake = z.infer<typeof PageMistake>

/** Characters of a text in one language. */
export const longestPageText = 40_000
const PageText = z.string('required').check(
  z.minLength(1, 'required'),
  z.maxLength(longestPageText, 'too_long'),
  z.refine((text) => !text.includes('\0'), 'characters'),
)

export const DeskPage = z.object({
  ...recordFields,
  address: z.string(),
  kind: z.enum(pageKinds),
  source: z.enum(pageSources),
  title_en: z.string(),
  title_fr: z.string(),
  changed_at: z.string(),
  /** The version that readers see; null while it is the file. */
  published: z.nullable(z.number()),
  /** Whether the file has changed since this version was published over it. */
  file_changed: z.boolean(),
  drafted_at: z.nullable(z.string()),
  /** When the draft will be published, and when readers will no longer see the text. */
  publish_at: z.nullable(z.string()),
  withdraw_at: z.nullable(z.string()),
  /** The company's, in which both are shown. */
  timezone: z.string(),
  /** Whether the draft could not be published at its time, because it had mistakes. */
  publish_failed: z.nullable(z.enum(['mistakes', 'permission'])),
  /** What can be scheduled: only what began in the desk can be withdrawn. */
  scheduled_fields: z.array(z.string()),
  /** The last part of its address. */
  slug: z.string(),
  /** The drawings that texts may show, by name. */
  pictures: z.array(z.string()),
  version: z.number(),
  /** Of the draft, or of what readers see. */
  text_en: z.string(),
  text_fr: z.string(),
  mistakes: z.array(PageMistake),
  /** The same in lines; null where there are none. */
  wrong: z.nullable(z.string()),
  /** Earlier texts, newest first. */
  versions: z.array(z.object({ number: z.number(), published_at: z.string(), person: z.nullable(z.string()) })),
})
export type DeskPage = z.infer<typeof DeskPage>

const path = '/api/v1/admin/pages/{id}'
/** The file's name, with a dot before that of a post or a service. */
const id = z.string().check(z.maxLength(80, 'identifier'), z.regex(/^[a-z\d-]+(\.[a-z\d-]+)?$/, 'identifier'))
const params = z.strictObject({ id })
const version = z.int().check(z.minimum(0))
const record = { tag: 'desk', status: 200, params, answer: DeskPage } as const

/** The last part of an address: lower-case letters, digits and hyphens. */
const PageSlug = line(3, 60).check(z.regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'page_address'))

export const createPage = endpoint({
  name: 'createPage',
  method: 'POST',
  path: '/api/v1/admin/pages',
  summary: 'Begins a post or a help article in both languages, as a draft; its address is made from the title',
  tag: 'desk',
  auth: 'pages.create',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    kind: z.enum(newPageKinds, 'required'),
    title: line(3, 80),
    title_fr: line(3, 80),
    /** Null for that of the English title. */
    slug: z.nullable(PageSlug),
  }),
  answer: DeskPage,
})

export const getDeskPage = endpoint({
  ...record,
  name: 'getDeskPage',
  method: 'GET',
  path,
  summary: 'Returns a content page with its texts, their mistakes and its earlier versions',
  auth: 'pages.view',
})

export const savePageDraft = endpoint({
  ...record,
  name: 'savePageDraft',
  method: 'PATCH',
  path,
  summary: 'Saves the draft of a page in both languages; readers keep what is published',
  auth: 'pages.update',
  body: z.strictObject({ text_en: PageText, text_fr: PageText, version }),
})

export const publishPage = endpoint({
  ...record,
  name: 'publishPage',
  method: 'POST',
  path: `${path}/publish`,
  summary: 'Publishes the draft of a page in both languages, unless one of them has a mistake',
  auth: 'pages.update',
  body: z.strictObject({ version }),
})

export const restorePageVersion = endpoint({
  ...record,
  name: 'restorePageVersion',
  method: 'POST',
  path: `${path}/restore`,
  summary: 'Makes a draft of an earlier version of a page',
  auth: 'pages.create',
  body: z.strictObject({ number: z.int().check(z.minimum(1)), version }),
})

export const discardPageDraft = endpoint({
  ...record,
  name: 'discardPageDraft',
  method: 'POST',
  path: `${path}/discard`,
  summary: 'Deletes the draft of a page; readers keep what is published',
  auth: 'pages.delete',
  body: z.strictObject({ version }),
})

export const revertPage = endpoint({
  ...record,
  name: 'revertPage',
  method: 'POST',
  path: `${path}/revert`,
  summary: 'Shows the text of the file again; published versions are kept',
  auth: 'pages.delete',
  body: z.strictObject({ version }),
})

export const movePage = endpoint({
  ...record,
  name: 'movePage',
  method: 'POST',
  path: `${path}/move`,
  summary: 'Changes the address of a text that was never published; the old one leads to it',
  auth: 'pages.update',
  body: z.strictObject({ slug: PageSlug, version }),
})

export const schedulePage = endpoint({
  ...record,
  name: 'schedulePage',
  method: 'POST',
  path: `${path}/schedule`,
  summary: 'Sets when the draft is published and when the text is withdrawn; null for never',
  auth: 'pages.update',
  body: z.strictObject({ publish_at: z.nullable(Instant), withdraw_at: z.nullable(Instant), version }),
})

export const withdrawPage = endpoint({
  ...record,
  name: 'withdrawPage',
  method: 'POST',
  path: `${path}/withdraw`,
  summary: 'Takes a text that began in the desk from readers; its versions stay, and it can be published again',
  auth: 'pages.delete',
  body: z.strictObject({ version }),
})

export const deletePage = endpoint({
  name: 'deletePage',
  method: 'DELETE',
  path,
  summary: 'Deletes a text that was never published',
  tag: 'desk',
  auth: 'pages.delete',
  status: 204,
  params,
  query: versionQuery,
})

export const getPageVersion = endpoint({
  name: 'getPageVersion',
  method: 'GET',
  path: `${path}/versions/{number}`,
  summary: 'Returns the texts of an earlier version of a page',
  tag: 'desk',
  auth: 'pages.view',
  status: 200,
  params: z.strictObject({ id, number: z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'identifier')) }),
  answer: z.object({ number: z.number(), published_at: z.string(), text_en: z.string(), text_fr: z.string() }),
})

/** `html` is the whole page, without scripts; null where the head cannot be read. */
export const previewPage = endpoint({
  name: 'previewPage',
  method: 'POST',
  path: `${path}/preview`,
  summary: 'Returns the page as readers would see it with these texts, and what is wrong with them',
  tag: 'desk',
  auth: 'pages.view',
  in_read_only: true,
  status: 200,
  params,
  body: z.strictObject({ language: z.enum(textLanguages, 'required'), text_en: PageText, text_fr: PageText }),
  answer: z.object({ html: z.nullable(z.string()), mistakes: z.array(PageMistake) }),
})

/** A content page with its editor and its earlier versions. */
export const pageRecord = deskRecord({
  list: pageList,
  get: getDeskPage,
  dangerous: ['discard', 'revert', 'withdraw'],
  state: 'source',
  facts: {
    address: { kind: 'code' },
    kind: { kind: 'choice', words: 'page_kinds' },
    title_en: { kind: 'text' },
    title_fr: { kind: 'text' },
    changed_at: { kind: 'instant', zone: 'timezone' },
    published: { kind: 'number' },
    file_changed: { kind: 'flag' },
    drafted_at: { kind: 'instant', zone: 'timezone' },
    publish_at: { kind: 'instant', zone: 'timezone' },
    withdraw_at: { kind: 'instant', zone: 'timezone' },
    wrong: { kind: 'text' },
  },
  create: {
    endpoint: createPage,
    fields: {
      kind: { kind: 'choice', values: newPageKinds, words: 'page_kinds', initial: 'post' },
      title: { kind: 'text', language: 'en' },
      title_fr: { kind: 'text', language: 'fr' },
      slug: { kind: 'text', hint: true },
    },
  },
  remove: { endpoint: deletePage },
  actions: {
    schedule: {
      endpoint: schedulePage,
      fields: {
        publish_at: { kind: 'instant', zone: 'timezone', hint: true, among: 'scheduled_fields' },
        withdraw_at: { kind: 'instant', zone: 'timezone', hint: true, among: 'scheduled_fields' },
      },
    },
    move: { endpoint: movePage, fields: { slug: { kind: 'text', hint: true } } },
    withdraw: { endpoint: withdrawPage, serious: true },
    discard: { endpoint: discardPageDraft, serious: true },
    revert: { endpoint: revertPage, serious: true },
  },
  tabs: { text: 'own', versions: 'own' },
  begins: 'text',
})
