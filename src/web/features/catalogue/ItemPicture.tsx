import { BatteryCharging, CircleDot, Droplets, Package, ShoppingBag, Sparkles, Utensils, Wrench } from 'lucide-react'
import type { ItemSummary } from '#contract/catalogue/marketplace.ts'
import { cx } from '#web/ui/cx.ts'

const byCategory: Record<string, typeof Package> = {
  wash: Droplets,
  detailing: Sparkles,
  tyres: CircleDot,
  accessories: ShoppingBag,
  battery: BatteryCharging,
  food: Utensils,
}
const byKind: Record<ItemSummary['kind'], typeof Package> = { service: Wrench, good: Package, food: Utensils }

interface ItemPictureProps {
  item: Pick<ItemSummary, 'picture' | 'kind' | 'category'>
  className?: string
}

/** The picture of an item in a square; without one, a drawing of its category. Decorative beside its name. */
export function ItemPicture({ item: { picture, kind, category }, className }: ItemPictureProps) {
  const Icon = byCategory[category.slug] ?? byKind[kind]
  return (
    <span
      className={cx('grid aspect-square shrink-0 place-items-center overflow-hidden rounded-lg bg-sunk', className)}
    >
      {picture === null ? (
        <Icon aria-hidden="true" strokeWidth={1.4} className="size-2/5 text-ink-2" />
      ) : (
        <img
          src={picture}
          alt=""
          width={320}
          height={320}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
