import { brand } from '#brand.ts'
import type { Content, ContentBlock, ContentSection } from '#contract/content.ts'
import { contentPages, findPage, isContentPage, type ContentPage, type PageRoute } from '#contract/pages.ts'
import type { Language } from '#contract/places.ts'
import { findAllPosts, getHead, getPage, getPageItem, getPostWithRelated } from '#server/features/content/queries.ts'
import { inLanguage } from '#server/html/address.ts'
import { breadcrumbs, faqData, organizationData, postData } from '#server/html/linked-data.ts'
import { escapeHtml, html, Markup } from '#server/html/markup.ts'
import type { View } from '#server/html/page.ts'
import { linkTo, listOf, plainPage, stepsOf, titled, trailOf, wordsIn, type Asked } from './common.ts'

/** Ready HTML of a text, made by the Markdown renderer alone; its links to pages name the reader's language. */
const ready = (text: string, language: Language) =>
  new Markup(text.replaceAll(/ href="(\/[^"]*)"/g, (_all, href: string) => ` href="${pageLink(href, language)}"`))

/** As it stands in HTML; what is no page (a file, the interface's description) has no language. */
function pageLink(href: string, language: Language): string {
  const [address = '', hash] = href.replaceAll('&amp;', '&').split('#')
  if (findPage(address.split('?', 1)[0]!) === undefined) return href
  return escapeHtml(inLanguage(address, language)) + (hash === undefined ? '' : `#${hash}`)
}

function blockOf(block: ContentBlock, language: Language): Markup | undefined {
  if (block.kind === 'slot') return undefined
  if (!('items' in block)) return ready(block.html, language)
  return html`${block.items.map(
    ({ id, title, to, html: text }) =>
      html`<h3 id="${id}">${to === null ? title : linkTo(language, to, title)}</h3>
        ${ready(text, language)}`,
  )}`
}

const sectionsOf = (sections: readonly ContentSection[], language: Language) =>
  sections.map(
    ({ id, title, blocks }) =>
      html`${title !== null && html`<h2 id="${id}">${title}</h2>`} ${blocks.map((block) => blockOf(block, language))}`,
  )

const questionsOf = ({ sections }: Content) =>
  sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'questions' ? block.items : [])))

/** Of every page that is a file: what else there is to read. */
export async function contentLinks({ deps, language }: Asked): Promise<[string, string][]> {
  return Promise.all(
    contentPages.map(async (page): Promise<[string, string]> => [
      `/${page}`,
      (await getHead(deps, page, language)).title,
    ]),
  )
}

const pictureOf = (name: string) => `/pictures/${name}.png`

export async function contentView(route: PageRoute, asked: Asked): Promise<View> {
  const { deps, language } = asked
  const page: ContentPage = isContentPage(route.key) ? route.key : 'marketplace'
  const id = asked.params['service']
  const content = await (id === undefined ? getPage(deps, page, language) : getPageItem(deps, page, id, language))
  const t = wordsIn(language)
  const { title: pageTitle } = await getHead(deps, page, language)
  const { title, description } = await getHead(deps, id === undefined ? page : `${page}/${id}`, language)
  const trail = [
    { name: t('places.home'), address: '/' },
    ...(id === undefined ? [] : [{ name: pageTitle, address: `/${page}` }]),
  ]
  const questions = page === 'help' ? questionsOf(content) : []
  const posts = page === 'blog' ? await findAllPosts(deps, language) : []
  const links = await contentLinks(asked)
  return {
    title: titled(language, title, 1),
    description,
    address: asked.path,
    picture: pictureOf(content.picture),
    data: [
      breadcrumbs(stepsOf(asked, [...trail, { name: title, address: asked.path }])),
      ...(questions.length === 0 ? [] : [faqData(questions)]),
      ...(page === 'about' || page === 'media-coverage' ? [organizationData(deps.publicUrl())] : []),
    ],
    body: () =>
      plainPage(
        asked,
        html`${trailOf(language, trail)}
          <h1>${content.headline}</h1>
          <p>${content.lead}</p>
          ${
            content.actions.length > 0 &&
            html`<p>
              ${content.actions.map(({ label, to }) => html`${to.startsWith('/') ? linkTo(language, to, label) : html`<a href="${to}">${label}</a>`} `)}
            </p>`
          }
          ${sectionsOf(content.sections, language)}
          ${listOf(content.items.map((item) => html`${linkTo(language, `/${page}/${item.id}`, item.title)} ${item.description}`))}
          ${listOf(posts.map((post) => html`${linkTo(language, `/post/${post.id}`, post.title)} ${post.description}`))}`,
        links,
      ),
  }
}

export async function postView(asked: Asked): Promise<View> {
  const { deps, language } = asked
  const post = await getPostWithRelated(deps, asked.params['post']!, language)
  const t = wordsIn(language)
  const { title: blog } = await getHead(deps, 'blog', language)
  const trail = [
    { name: t('places.home'), address: '/' },
    { name: blog, address: '/blog' },
  ]
  const address = `/post/${post.id}`
  const links = await contentLinks(asked)
  const [self] = stepsOf(asked, [{ name: post.title, address }])
  return {
    title: titled(language, post.title, 1),
    description: post.description,
    address,
    picture: pictureOf(post.picture),
    article: post.date,
    data: [postData(post, self!.url, deps.publicUrl(), language), breadcrumbs([...stepsOf(asked, trail), self!])],
    body: () =>
      plainPage(
        asked,
        html`${trailOf(language, trail)}
          <article>
            <h1>${post.title}</h1>
            <p>${post.lead}</p>
            <p><time datetime="${post.date}">${post.date}</time> · ${brand.name}</p>
            ${sectionsOf(post.sections, language)}
          </article>
          ${listOf(
            post.around.map(({ name, lat, lng }) =>
              linkTo(language, `/search?${new URLSearchParams({ lat: `${lat}`, lng: `${lng}`, place: name })}`, name),
            ),
          )}
          ${listOf(post.more.map((more) => linkTo(language, `/post/${more.id}`, more.title)))}`,
        links,
      ),
  }
}
