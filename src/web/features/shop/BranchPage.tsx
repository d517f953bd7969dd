import { Phone } from 'lucide-react'
import type { FrontBranchDetails } from '#contract/catalogue/marketplace.ts'
import { formatPhone } from '#contract/phone-format.ts'
import { settings } from '#contract/settings/settings.ts'
import { CallError } from '#web/api/call.ts'
import {
  branchQuery,
  categoriesQuery,
  shopReviewsQuery,
  useBranch,
  useCategories,
} from '#web/features/catalogue/api.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { PointHero } from '#web/features/parks/PointHero.tsx'
import { WeekTable } from '#web/features/parks/WeekTable.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatDistance, formatMoney, formatWindow, zoneName } from '#web/time/format.ts'
import { useDiffersFromDevice } from '#web/time/useDiffersFromDevice.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { menuPath } from './address.ts'
import { ShopMissing } from './ShopMissing.tsx'
import { ShopReviews } from './ShopReviews.tsx'
import { ShopSkeleton } from './ShopSkeleton.tsx'
import { ShopTrail } from './ShopTrail.tsx'

export const preload = (async ({ queries, params, language }) => {
  const slug = params['branch'] ?? ''
  const branch = await queries.fetchQuery(branchQuery(language, slug))
  await Promise.all([
    queries.prefetchQuery(categoriesQuery(language, branch.slug)),
    queries.prefetchInfiniteQuery(shopReviewsQuery({ branch: branch.slug })),
  ])
  return branch
}) satisfies Preload

export const NotFound = ShopMissing

/** A branch: where it is, when it is open, how it delivers, and what it sells. */
export default function BranchPage() {
  const { branch: slug = '' } = usePageParams()
  const { data, error, refetch } = useBranch(slug)
  if (data !== undefined) return <Loaded branch={data} />
  if (error instanceof CallError && error.status === 404) return <ShopMissing />
  if (error !== null) return <LoadFailed error={error} onRetry={refetch} level={1} />
  return <ShopSkeleton />
}

function Loaded({ branch }: { branch: FrontBranchDetails }) {
  const { t, locale } = useTranslation()
  const { name, city, country_code, slug } = branch
  const place = { branch: slug }
  const { data: categories } = useCategories(slug)
  usePageTitle(`${t('shop.branch_title', { name, city })} | ${settings().company.name}`)
  return (
    <>
      <PointHero
        point={branch}
        trail={<ShopTrail place={place} />}
        title={name}
        action={<ButtonLink to={menuPath(place)}>{t('shop.see_menu')}</ButtonLink>}
      >
        <p className="text-on-night-2">{`${city}, ${t(`common.countries.${country_code}`)}`}</p>
      </PointHero>
      <Page className="pb-10">
        <p className="mt-5 mb-4 flex flex-wrap items-center gap-2 text-sm">
          <span className={branch.open ? 'font-semibold text-free' : 'font-semibold text-ink-2'}>
            {t(branch.open ? 'shop.open_now' : 'shop.closed_now')}
          </span>
          {branch.is_example && <ExampleTag />}
        </p>
        {branch.closures.map(({ starts_at, ends_at, reason }) => (
          <Notice key={starts_at} tone="warning" title={t('shop.closed_for', { reason })} className="mb-3">
            {formatWindow(new Date(starts_at), new Date(ends_at), branch.timezone, locale)}
          </Notice>
        ))}
        <div className="grid gap-x-14 lg:grid-cols-2">
          <div>
            <Section title={t('shop.getting_there')}>
              <Contact branch={branch} />
            </Section>
            <Section title={t('park.hours')}>
              <WeekTable hours={branch.opening_hours} zone={branch.timezone} />
              <ZoneNote zone={branch.timezone} />
            </Section>
          </div>
          <div>
            <Section title={t('shop.ordering')}>
              <Ordering branch={branch} />
            </Section>
            {branch.parks.length > 0 && (
              <Section title={t('shop.parks')}>
                <ul>
                  {branch.parks.map((park) => (
                    <li key={park.park_code} className="border-b border-line last:border-0">
                      <PageLink
                        to={paths.park(park.slug)}
                        className="flex min-h-11 items-center py-2 font-medium underline decoration-line underline-offset-4 hover:text-act"
                      >
                        {park.name ?? t('shop.park_code', { code: park.park_code })}
                      </PageLink>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </div>
        </div>
        <ShopReviews of={{ branch: slug }} />
        {categories !== undefined && categories.items.length > 0 && (
          <Section title={t('shop.categories')} className="border-t border-line py-8">
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {categories.items.map((category) => (
                <Card key={category.id} as="li">
                  <h3 className="text-md font-bold">
                    <CardLink to={menuPath(place, { category: category.slug })}>{category.name}</CardLink>
                  </h3>
                  <p className="text-sm text-ink-2">{category.description}</p>
                </Card>
              ))}
            </ul>
          </Section>
        )}
      </Page>
    </>
  )

  function Ordering({ branch: { delivery, takeaway, ...terms } }: { branch: FrontBranchDetails }) {
    const money = ({ amount, currency }: FrontBranchDetails['bay_charge']) =>
      amount === 0 ? t('common.free') : formatMoney(amount, currency, locale)
    const least = ({ amount, currency }: FrontBranchDetails['bay_charge']) =>
      amount === 0 ? t('shop.no_minimum') : formatMoney(amount, currency, locale)
    const entries = [
      ...(delivery
        ? [
            { term: t('shop.terms.bay'), value: money(terms.bay_charge) },
            {
              term: t('shop.terms.address'),
              value: t('shop.terms.radius', { distance: formatDistance(terms.radius_m, locale, true) }),
            },
            { term: t('shop.terms.delivery_minimum'), value: least(terms.delivery_minimum) },
          ]
        : []),
      ...(takeaway ? [{ term: t('shop.terms.takeaway_minimum'), value: least(terms.takeaway_minimum) }] : []),
      {
        term: t('shop.terms.cancel'),
        value: t('shop.terms.minutes_before', { count: terms.cancel_cutoff_minutes }),
      },
      { term: t('shop.terms.returns'), value: t('shop.terms.days', { count: terms.goods_return_days }) },
    ]
    if (!delivery && !takeaway) return <Notice>{t('shop.ordering_disabled')}</Notice>
    return <DefinitionList entries={entries} />
  }
}

function ZoneNote({ zone }: { zone: string }) {
  const { t, locale } = useTranslation()
  const now = useRunningQuarter()
  const differsFromDevice = useDiffersFromDevice()
  if (!differsFromDevice(now, zone)) return null
  return <p className="mt-2 text-sm text-ink-2">{t('shop.zone', { zone: zoneName(now, zone, locale) })}</p>
}

function Contact({ branch }: { branch: FrontBranchDetails }) {
  return (
    <div className="grid gap-1">
      <p>{branch.address}</p>
      {branch.phone !== null && (
        <a
          href={`tel:${branch.phone}`}
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-act underline-offset-4 hover:underline"
        >
          <Phone aria-hidden="true" className="size-4.5" />
          {formatPhone(branch.phone)}
        </a>
      )}
    </div>
  )
}
