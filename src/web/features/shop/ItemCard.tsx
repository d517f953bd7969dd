import type { FrontBranch, ItemSummary } from '#contract/catalogue/marketplace.ts'
import { ItemPicture } from '#web/features/catalogue/ItemPicture.tsx'
import { ItemPrice } from '#web/features/catalogue/ItemPrice.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment } from '#web/time/format.ts'
import { formatDeadlineInSentence } from '#web/time/inSentence.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { Skeleton, SkeletonText } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'

interface ItemCardProps {
  item: ItemSummary
  branch: Pick<FrontBranch, 'timezone'>
  to: string
}

/** An item in a list: what it is, what it costs, and when it can be had. */
export function ItemCard({ item, branch, to }: ItemCardProps) {
  return (
    <Card as="li" padding="none" className="grid grid-cols-[min(4.5rem,20%)_minmax(0,1fr)] gap-x-3.5 p-3 sm:p-3.5">
      <ItemPicture item={item} className="w-full" />
      <div className="flex min-w-0 flex-col">
        <h3 className="text-md leading-snug font-bold">
          <CardLink to={to}>{item.name}</CardLink>
        </h3>
        <p className="line-clamp-2 text-sm text-ink-2">{item.description}</p>
        <p className="mt-1.5 flex flex-wrap items-center gap-1.5 empty:hidden">
          <ItemTags item={item} branch={branch} />
        </p>
        <p className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 pt-2">
          <ItemPrice {...item} />
          <NextSlot item={item} branch={branch} />
        </p>
      </div>
    </Card>
  )
}

/** Whether something is reduced, sold out, or made up for the demonstration. */
export function ItemTags({ item, branch }: { item: ItemSummary; branch: ItemCardProps['branch'] }) {
  const { t } = useTranslation()
  const soldOut = useSoldOut()
  return (
    <>
      {item.offer !== null && (
        <Tag tone="kerb" wraps>
          {item.offer.name}
        </Tag>
      )}
      {item.sold_out && (
        <Tag tone="full" wraps>
          {soldOut(item, branch)}
        </Tag>
      )}
      {!item.sold_out && item.next_slot === null && (
        <Tag tone="full" wraps>
          {t('shop.fully_booked')}
        </Tag>
      )}
      {item.is_example && <ExampleTag />}
    </>
  )
}

/** That an item is sold out, and until when if that is known. */
export function useSoldOut() {
  const { t, locale } = useTranslation()
  return ({ paused_until }: Pick<ItemSummary, 'paused_until'>, { timezone }: ItemCardProps['branch']) =>
    paused_until === null
      ? t('shop.sold_out')
      : t('shop.sold_out_until', { until: formatDeadlineInSentence(new Date(paused_until), timezone, locale) })
}

function NextSlot({ item: { next_slot }, branch: { timezone } }: Pick<ItemCardProps, 'item' | 'branch'>) {
  const { t, locale } = useTranslation()
  if (next_slot === null) return null
  return (
    <span className="text-sm text-free">
      <span className="sr-only">{t('shop.next_slot')} </span>
      {formatMoment(new Date(next_slot), timezone, locale)}
    </span>
  )
}

export function ItemCardSkeleton() {
  return (
    <div className="grid grid-cols-[min(4.5rem,20%)_minmax(0,1fr)] gap-x-3.5 rounded-xl border border-line p-3 sm:p-3.5">
      <Skeleton className="aspect-square w-full rounded-lg" />
      <div className="grid content-start gap-2.5">
        <Skeleton className="h-4.5 w-3/5 rounded-sm" />
        <SkeletonText lines={2} />
        <Skeleton className="mt-2 h-4.5 w-2/5 rounded-sm" />
      </div>
    </div>
  )
}

export const itemGrid = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3'
