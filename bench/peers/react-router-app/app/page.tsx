import { dehydrate, hydrate, QueryClientProvider, type DehydratedState } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs, MetaDescriptor } from 'react-router'
import { inLanguage } from '#contract/addresses/address.ts'
import { findPage } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import type { Catalogue } from '#i18n/translate.ts'
import { servedCountries } from '#web/api/config.ts'
import { createQueryClient, isSentWithPage } from '#web/api/queries.ts'
import { findHead } from '#web/heads.ts'
import type { HeadContext, PageHead } from '#web/page/head.ts'
import { RenderedContext } from '#web/page/rendering.ts'
import { createSentences, RequestSentences } from '#web/page/translation.ts'
import { preloadPage } from '#web/routes.tsx'
import { App } from '#web/shell/App.tsx'
import { withAnswers } from './answers.server.ts'

/* A page of ours as a route of React Router: the same components and queries, with their data from its loader. */

const webs = import.meta.glob<Catalogue>('#web/../i18n/*/web.ts', { eager: true, import: 'web' })
const seos = import.meta.glob<Catalogue>('#web/../i18n/*/site/seo.ts', { eager: true, import: 'seo' })
const find = (modules: Record<string, Catalogue>, language: Language): Catalogue =>
  Object.entries(modules).find(([path]) => path.includes(`/i18n/${language}/`))![1]

const createAll = (catalogueOf: (language: Language) => Catalogue) =>
  Object.fromEntries(
    (['en', 'fr'] as const).map((language) => [
      language,
      createSentences(language, catalogueOf(language), () => undefined),
    ]),
  )
const sentences = createAll((language) => find(webs, language))
const headSentences = createAll((language) => ({ ...find(webs, language), seo: find(seos, language) }))

interface LoaderData {
  language: Language
  addressLanguage: Language | undefined
  head: PageHead
  queries: DehydratedState
}

export async function loader({ request }: LoaderFunctionArgs): Promise<LoaderData> {
  const url = new URL(request.url)
  const addressLanguage = url.searchParams.get('lang') === 'fr' ? 'fr' : undefined
  const language: Language = addressLanguage ?? 'en'
  const found = findPage(url.pathname)
  if (found === undefined) throw new Error('there is no such page')
  const queries = createQueryClient()
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } })
  const page = {
    key: found.route.key,
    params: found.params,
    search: url.searchParams,
    language,
    now: new Date(),
    signedIn: false,
  }
  const preloaded = await withAnswers(language, () => preloadPage({ ...page, queries, country: servedCountries()[0]! }))
  if (preloaded === undefined) throw new Error('there is no such page')
  const { t, locale } = headSentences[language]!.for(null)
  const head = findHead(page.key, preloaded.module)(preloaded.data, {
    ...page,
    t: t as HeadContext['t'],
    locale,
    publicUrl: url.origin,
    urlOf: (address) => url.origin + inLanguage(address, language),
  })
  const state = dehydrate(queries, { shouldDehydrateQuery: isSentWithPage })
  queries.clear()
  return { language, addressLanguage, head, queries: state }
}

export const meta = ({ loaderData }: { loaderData: LoaderData }): MetaDescriptor[] => {
  const { title, description, data } = loaderData.head
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...data.map((block) => ({ 'script:ld+json': block })),
  ]
}

export default function Page({ loaderData }: { loaderData: LoaderData }) {
  const { language, addressLanguage } = loaderData
  const [queries] = useState(() => {
    const client = createQueryClient()
    hydrate(client, loaderData.queries)
    return client
  })
  return (
    <QueryClientProvider client={queries}>
      <RenderedContext
        value={{ country: null, addressLanguage, refusedAddress: null, submitted: null, sent: null, isFrame: false }}
      >
        <RequestSentences value={sentences[language]!}>
          <App />
        </RequestSentences>
      </RenderedContext>
    </QueryClientProvider>
  )
}
