import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inLanguage } from '#contract/addresses/address.ts'
import * as contract from '#contract/content/content.ts'
import { previewPage } from '#contract/content/desk/pages.ts'
import { isContentPage, type PageKey } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { checkTexts, type Texts } from '#server/features/content/check-texts.ts'
import { describeMistake } from '#server/features/content/desk/checks.ts'
import { addressOfText, findPageName } from '#server/features/content/desk/pages.ts'
import { readShownTexts } from '#server/features/content/published-texts.ts'
import {
  findPosts,
  findValues,
  getPage,
  getPageItem,
  getPostWithRelated,
  type ContentDeps,
} from '#server/features/content/queries.ts'
import { createSurroundings } from '#server/features/content/surroundings.ts'
import { parseDraft } from '#server/features/content/text.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { answerWithin, type AnswerCall, type WritePage } from './renderer.ts'

/** Registers the preview of a text that is edited: its page as the renderer of all pages writes it. */
export function servePreview(app: FastifyInstance, deps: Deps, render: WritePage): void {
  mount(app, previewPage, async (call) => {
    const { params, body, language: reader } = call
    const name = await findPageName(deps.db, params.id)
    const texts: Texts = { en: body.text_en, fr: body.text_fr }
    const mistakes = checkTexts(name, texts, createSurroundings(await readShownTexts(deps.db)))
    return {
      html: await renderDraft(app, deps, render, call, { name, draft: texts[body.language] }),
      mistakes: mistakes.map(describeMistake(reader)),
    }
  })
}

/** Returns the page without its scripts; null where the head cannot be read. */
async function renderDraft(
  app: FastifyInstance,
  deps: Deps,
  render: WritePage,
  { body: { language }, request, reply }: Call<typeof previewPage>,
  { name, draft }: { name: string; draft: string },
): Promise<string | null> {
  const text = parseDraft(name, draft, await findValues(deps, language, draft))
  if (text === undefined) return null
  const page = await render({
    url: inLanguage(addressOfText(name), language),
    language,
    country: findCountry(deps, request),
    signedIn: false,
    now: deps.clock(),
    publicUrl: deps.publicUrl(),
    missing: false,
    submitted: undefined,
    sent: undefined,
    answer: answerWithDraft({ ...deps, preview: { language, name, text } }, answerWithin(app, request, reply)),
  })
  return 'redirect' in page ? null : removeScripts(new TextDecoder().decode(page.html))
}

const findCountry = ({ config: { COUNTRIES } }: Deps, { cookies }: FastifyRequest) =>
  COUNTRIES.find((code) => code === cookies['country']) ?? null

/** Answers the calls for content with the draft in its place, and all others as for any visitor. */
function answerWithDraft(deps: ContentDeps, answer: AnswerCall): AnswerCall {
  const findContent = async (key: string, params: Record<string, string>, query: object, language: Language) => {
    const page = params['page'] as PageKey | undefined
    const isPage = page !== undefined && isContentPage(page)
    if (key === keyOf(contract.getContent) && isPage) return getPage(deps, page, language)
    if (key === keyOf(contract.getContentItem) && isPage) return getPageItem(deps, page, params['id']!, language)
    if (key === keyOf(contract.getPost)) return getPostWithRelated(deps, params['id']!, language)
    if (key === keyOf(contract.listPosts)) return findPosts(deps, contract.listPosts.query!.parse(query), language)
    return undefined
  }
  return async (key, input, language) => {
    const { params = {}, query = {} } = input as { params?: Record<string, string>; query?: object }
    // What does not exist is answered as for any visitor.
    const content = await findContent(key, params, query, language).catch(() => undefined)
    return content === undefined ? answer(key, input, language) : { status: 200, json: JSON.stringify(content) }
  }
}

const keyOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

/** The frame of the preview runs no scripts, and the browser would report each, even one that is only preloaded. */
const removeScripts = (html: string): string =>
  html
    .replaceAll(/<script\b[^]*?<\/script>|<link\b[^>]*\bmodulepreload\b[^>]*>/g, '')
    // Links would open the page in the frame; this way they open nowhere.
    .replace('<head>', '<head><base target="_blank" />')
