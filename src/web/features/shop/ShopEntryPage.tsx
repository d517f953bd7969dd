import type { FrontBranch, ShopCategory } from '#contract/catalogue/marketplace.ts'
import type { ContentSection } from '#contract/content/content.ts'
import { settings } from '#contract/settings/settings.ts'
import { CallError } from '#web/api/call.ts'
import {
  categoriesQuery,
  foundItemQuery,
  itemsQuery,
  offersQuery,
  shopReviewsQuery,
  useCategories,
  useFoundItem,
} from '#web/features/catalogue/api.ts'
import { Blocks } from '#web/features/content-pages/Blocks.tsx'
import { Sections } from '#web/features/content-pages/Sections.tsx'
import { ServiceText } from '#web/features/content-pages/ServiceText.tsx'
import { contentItemQuery, contentQuery, useContent, useContentItem } from '#web/features/content/api.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { Fold } from '#web/ui/Fold.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { readFilters } from './address.ts'
import { ItemView } from './ItemView.tsx'
import { Menu } from './Menu.tsx'
import { ShopMissing } from './ShopMissing.tsx'
import { ShopSkeleton } from './ShopSkeleton.tsx'
import { ShopTrail } from './ShopTrail.tsx'
import { preloadShop, useShop } from './useShop.ts'

export const preload = (async (context) => {
  const { queries, params, search, language } = context
  const id = params['service'] ?? ''
  const marketplace = await queries.fetchQuery(contentQuery(language, 'marketplace'))
  const fetchText = () => queries.fetchQuery(contentItemQuery(language, 'marketplace', id))
  const shop = await preloadShop(context)
  const { branch } = shop
  const base = { shop, marketplace }
  if (branch === undefined) return { ...base, kind: 'text' as const, text: await fetchText() }
  const hasText = marketplace.items.some((item) => item.id === id)
  const { items: categories } = await queries.fetchQuery(categoriesQuery(language, branch.slug))
  const category = categories.find(({ slug }) => slug === id)
  if (category !== undefined) {
    const [items, text] = await Promise.all([
      queries.fetchQuery(itemsQuery(language, branch.slug, { ...readFilters(search), category: id })),
      hasText ? fetchText() : undefined,
      queries.prefetchQuery(offersQuery(language, branch.slug)),
    ])
    return { ...base, kind: 'category' as const, category, items, text }
  }
  if (hasText) return { ...base, kind: 'text' as const, text: await fetchText() }
  const found = await queries.fetchQuery(foundItemQuery(language, listBranches(shop, branch, search), id))
  await queries.prefetchInfiniteQuery(shopReviewsQuery({ item: found.item.slug }))
  return { ...base, kind: 'item' as const, item: found.item, branch: branchOf(shop.branches, found.branch) }
}) satisfies Preload

export const NotFound = ShopMissing

/** Where an item is looked for: at the branch that the address names, otherwise at each of the country. */
const listBranches = (
  { branches }: { branches: readonly FrontBranch[] },
  branch: FrontBranch,
  search: { has: (name: string) => boolean },
): string[] => {
  const others = search.has('branch') ? [] : branches.map(({ slug }) => slug).filter((slug) => slug !== branch.slug)
  return [branch.slug, ...others]
}

const branchOf = (branches: readonly FrontBranch[], slug: string): FrontBranch =>
  branches.find((branch) => branch.slug === slug)!

/** A category of the menu, an item, or the text about a service that nobody sells in this country yet. */
export default function ShopEntryPage() {
  const { service: id = '' } = usePageParams()
  const { branch, ...shop } = useShop()
  if (branch !== undefined) return <EntryOfBranch key={id} id={id} shop={{ ...shop, branch }} />
  if (shop.isPending) return <ShopSkeleton />
  if (shop.error !== null) return <Failed error={shop.error} onRetry={shop.retry} />
  return <TextOf id={id} />
}

type ShopOfBranch = Omit<ReturnType<typeof useShop>, 'branch'> & { branch: FrontBranch }

function EntryOfBranch({ id, shop }: { id: string; shop: ShopOfBranch }) {
  const { branch, branches, place } = shop
  const categories = useCategories(branch.slug)
  const marketplace = useContent('marketplace')
  const category = categories.data?.items.find(({ slug }) => slug === id)
  const hasText = marketplace.data?.items.some((item) => item.id === id) ?? false
  const isKnown = categories.data !== undefined && marketplace.data !== undefined
  const slugs = listBranches({ branches }, branch, { has: () => place.branch !== undefined })
  const item = useFoundItem(slugs, id, { enabled: isKnown && category === undefined && !hasText })
  if (category !== undefined && marketplace.data !== undefined)
    return <CategoryView category={category} shop={shop} hasText={hasText} />
  if (isKnown && hasText) return <TextOf id={id} />
  if (item.data !== undefined)
    return <ItemView item={item.data.item} branch={branchOf(branches, item.data.branch)} place={place} />
  const failed = [categories, marketplace, item].find(({ error }) => error !== null)
  if (failed !== undefined) return <Failed error={failed.error} onRetry={() => failed.refetch()} />
  return <ShopSkeleton />
}

function TextOf({ id }: { id: string }) {
  const { data: content, error, refetch } = useContentItem('marketplace', id)
  const { data: marketplace } = useContent('marketplace')
  usePageTitle(content && `${content.title} | ${settings().company.name}`)
  if (content !== undefined) return <ServiceText content={content} marketplace={marketplace} />
  if (error !== null) return <Failed error={error} onRetry={refetch} />
  return <ShopSkeleton />
}

function Failed({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  if (error instanceof CallError && error.status === 404) return <ShopMissing />
  return <LoadFailed error={error} onRetry={onRetry} level={1} />
}

interface CategoryViewProps {
  category: ShopCategory
  shop: Parameters<typeof Menu>[0]['shop']
  /** Whether the marketplace has a text about it. */
  hasText: boolean
}

/** A category: its text where there is one, what the branch sells in it, and the request form of the text. */
function CategoryView({ category, shop, hasText }: CategoryViewProps) {
  const { t } = useTranslation()
  const { data: text } = useContentItem('marketplace', hasText ? category.slug : '')
  const title = t('shop.category_title', { category: category.name, where: t(`places.in.${shop.country}`) })
  usePageTitle(`${title} | ${settings().company.name}`)
  const sections = text?.sections ?? []
  return (
    <>
      <Page className="pb-6">
        <ShopTrail place={shop.place} />
        <PageHead
          title={text?.headline ?? category.name}
          lead={text?.lead ?? category.description}
          className="pt-2 sm:pt-3"
          actions={category.is_example && text === undefined && <ExampleTag />}
        />
        {sections.filter(isReading).map((section) => (
          <Fold key={section.id} title={section.title ?? category.name}>
            <Blocks blocks={section.blocks} items={text?.items ?? []} />
          </Fold>
        ))}
        <div className={sections.some(isReading) ? 'border-t border-line pt-5' : ''}>
          <Menu shop={shop} category={category.slug} />
        </div>
      </Page>
      {text !== undefined && (
        <Page>
          <Sections sections={sections.filter((section) => !isReading(section))} items={text.items} />
        </Page>
      )}
    </>
  )
}

/** Whether a section is there to be read, and holds no form. */
const isReading = ({ blocks }: ContentSection) => blocks.every(({ kind }) => kind !== 'slot')
