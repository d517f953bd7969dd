import { Clock, KeyRound, Package, Car } from 'lucide-react'
import type { FrontBranch, ItemDetails } from '#contract/catalogue/marketplace.ts'
import { settings } from '#contract/settings/settings.ts'
import { ItemPicture } from '#web/features/catalogue/ItemPicture.tsx'
import { ItemPrice, type ItemPriceProps } from '#web/features/catalogue/ItemPrice.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatDuration } from '#web/time/format.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import type { Place } from './address.ts'
import { ItemCard, itemGrid, ItemTags, useSoldOut } from './ItemCard.tsx'
import { ItemForm } from './ItemForm.tsx'
import { ShopReviews } from './ShopReviews.tsx'
import { ShopTrail } from './ShopTrail.tsx'

interface ItemViewProps {
  item: ItemDetails
  branch: FrontBranch
  place: Place
}

/** An item at a branch: what it is, and the choices to order it with. */
export function ItemView({ item, branch, place }: ItemViewProps) {
  const { t } = useTranslation()
  usePageTitle(`${t('shop.item_title', { item: item.name, where: branch.city })} | ${settings().company.name}`)
  return (
    <Page className="pb-10">
      <ShopTrail place={place} category={item.category} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 pt-2 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="min-w-0">
          <div className="flex items-start gap-4">
            <ItemPicture item={item} className="w-20 sm:w-28" />
            <div className="min-w-0">
              <h1 tabIndex={-1} className="text-xl min-[22rem]:text-2xl">
                {item.name}
              </h1>
              <p className="mt-1 text-sm text-ink-2">
                {t('shop.sold_at')}{' '}
                <PageLink
                  to={paths.branch(branch.slug)}
                  className="inline-flex min-h-11 items-center font-semibold text-ink underline decoration-line underline-offset-4 hover:text-act sm:min-h-8"
                >
                  {[branch.name, branch.city].join(', ')}
                </PageLink>
              </p>
              <p className="mt-1 flex flex-wrap items-center gap-1.5 empty:hidden">
                <ItemTags item={item} branch={branch} />
              </p>
            </div>
          </div>
          <Pictures item={item} />
          <p className="mt-5 max-w-prose whitespace-pre-line">{item.description}</p>
          {item.caution !== null && item.caution !== '' && (
            <Notice tone="warning" className="mt-4 max-w-prose">
              <span className="whitespace-pre-line">{item.caution}</span>
            </Notice>
          )}
          <Facts item={item} branch={branch} />
        </div>
        <Card padding="lg" as="section" className="lg:sticky lg:top-24 lg:self-start">
          <ItemForm
            key={`${branch.slug} ${item.id}`}
            item={item}
            branch={branch}
            head={(price) => <PriceHead item={item} branch={branch} price={price} />}
          />
        </Card>
      </div>
      <ShopReviews of={{ item: item.slug }} />
      {item.addons.length > 0 && (
        <Section title={t('shop.addons')} className="mt-6 border-t border-line py-8">
          <ul className={itemGrid}>
            {item.addons.map((addon) => (
              <ItemCard key={addon.id} item={addon} branch={branch} to={paths.service(addon.slug, place)} />
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}

interface PriceHeadProps extends Pick<ItemViewProps, 'item' | 'branch'> {
  price: ItemPriceProps
}

function PriceHead({ item, branch, price }: PriceHeadProps) {
  const { t, locale } = useTranslation()
  const soldOut = useSoldOut()
  return (
    <div>
      <h2 className="sr-only">{t('shop.price_and_choices')}</h2>
      <p className="text-xl" aria-live="polite">
        <ItemPrice {...price} />
      </p>
      <p className="text-sm text-ink-2">
        {t('shop.tax_included')}
        {item.sold_out
          ? ` · ${soldOut(item, branch)}`
          : item.next_slot !== null &&
            ` · ${t('shop.next_slot')} ${formatMomentInSentence(new Date(item.next_slot), branch.timezone, locale)}`}
      </p>
    </div>
  )
}

/** Further pictures; the first one stands beside the name. */
function Pictures({ item: { pictures } }: Pick<ItemViewProps, 'item'>) {
  const { t } = useTranslation()
  if (pictures.length < 2) return null
  return (
    <section aria-label={t('shop.pictures')} tabIndex={0} className="-mx-1 mt-5 overflow-x-auto p-1">
      <ul className="flex gap-3">
        {pictures.map(({ path, alt }) => (
          <li key={path} className="shrink-0">
            <img
              src={path}
              alt={alt}
              width={320}
              height={240}
              loading="lazy"
              decoding="async"
              className="h-44 w-auto rounded-xl bg-sunk object-cover"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ item, branch }: Pick<ItemViewProps, 'item' | 'branch'>) {
  const { t, language } = useTranslation()
  const { duration_min, needs_key, needs_vehicle, order_types } = item
  const facts = [
    ...(duration_min === null
      ? []
      : [
          {
            icon: <Clock aria-hidden="true" />,
            text: t('shop.takes', { duration: formatDuration(duration_min, language) }),
          },
        ]),
    ...(needs_vehicle ? [{ icon: <Car aria-hidden="true" />, text: t('shop.needs_vehicle') }] : []),
    ...(needs_key ? [{ icon: <KeyRound aria-hidden="true" />, text: t('shop.needs_key') }] : []),
    ...order_types.map((type) => ({
      icon: <Package aria-hidden="true" />,
      text: t(`shop.order_type_lines.${type}`, { branch: branch.name }),
    })),
  ]
  return (
    <ul className="mt-5 grid gap-2">
      {facts.map(({ icon, text }) => (
        <li key={text} className="flex items-start gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0">
          {icon}
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}
