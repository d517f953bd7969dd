import { settings } from '#contract/settings/settings.ts'
import { useSignedIn } from '#web/api/session.ts'
import { categoriesQuery, itemsQuery, offersQuery } from '#web/features/catalogue/api.ts'
import ContentPage from '#web/features/content-pages/ContentPage.tsx'
import { contentQuery } from '#web/features/content/api.ts'
import { slidersQuery, useSliders } from '#web/features/content/sliders.ts'
import { SlidersBox } from '#web/features/content/SlidersBox.tsx'
import { LeadForm } from '#web/features/leads/LeadForm.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { readFilters } from './address.ts'
import { Menu } from './Menu.tsx'
import { ShopSkeleton } from './ShopSkeleton.tsx'
import { preloadShop, useShop } from './useShop.ts'

export const preload = (async (context) => {
  const { queries, search, language } = context
  const shop = await preloadShop(context)
  const { branch } = shop
  if (branch === undefined)
    return { shop, content: await queries.fetchQuery(contentQuery(language, 'marketplace')), items: undefined }
  const [items] = await Promise.all([
    queries.fetchQuery(itemsQuery(language, branch.slug, readFilters(search))),
    queries.prefetchQuery(categoriesQuery(language, branch.slug)),
    queries.prefetchQuery(offersQuery(language, branch.slug)),
    queries.prefetchQuery(slidersQuery(language, shop.country, 'marketplace')),
  ])
  return { shop, content: undefined, items }
}) satisfies Preload

/** What the nearest or chosen branch sells; where a country has none, the text about services with its request form. */
export default function MarketplacePage() {
  const { branch, ...shop } = useShop()
  const sliders = useSliders('marketplace', shop.country)
  if (branch !== undefined && sliders !== undefined) return <MenuPage shop={{ ...shop, branch }} sliders={sliders} />
  if (shop.isPending || branch !== undefined) return <ShopSkeleton />
  if (shop.error !== null) return <LoadFailed error={shop.error} onRetry={shop.retry} level={1} />
  return <ContentPage />
}

/** Leads those who are signed in to their orders. */
function OwnOrders() {
  const { t } = useTranslation()
  if (!useSignedIn()) return null
  return (
    <ButtonLink to={paths.orders()} variant="outline" size="md">
      {t('shell.nav.my_orders')}
    </ButtonLink>
  )
}

interface MenuPageProps {
  shop: Parameters<typeof Menu>[0]['shop']
  sliders: ReturnType<typeof useSliders>
}

function MenuPage({ shop, sliders }: MenuPageProps) {
  const { t } = useTranslation()
  usePageTitle(`${t('shop.title', { where: t(`places.in.${shop.country}`) })} | ${settings().company.name}`)
  return (
    <Page className="pb-10">
      <PageHead title={t('shop.head')} lead={t('shop.lead')} actions={<OwnOrders />} />
      <SlidersBox sliders={sliders} atTop className="mb-6" />
      <Menu shop={shop} />
      <Section id="ask" title={t('shop.ask')} className="mt-8 border-t border-line py-8">
        <p className="mb-5 max-w-prose text-ink-2">{t('shop.ask_text')}</p>
        <LeadForm kind="marketplace" />
      </Section>
    </Page>
  )
}
