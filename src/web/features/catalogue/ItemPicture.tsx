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

/** The items that have a drawing, `public/pictures/item-SLUG.svg` (`scripts/pictures/items.ts`). */
export const drawnItems: ReadonlySet<string> = new Set(
  (
    'wiper-blades screen-wash phone-holder sun-shade microfibre-cloths first-aid-kit warning-triangle coffee tea ' +
    'butter-croissant cheese-sandwich chicken-wrap fruit-salad ice-cream outside-wash full-wash waterless-wash ' +
    'inside-clean windows dust-off salt-and-mud polish hand-wax seat-shampoo leather-care headlights engine-bay ' +
    'odour-removal tyre-pressure puncture-repair spare-wheel wheel-rotation wheel-change valve-change tread-report ' +
    'jump-start battery-test battery-change terminal-clean battery-charge key-battery bulb-change'
  ).split(' '),
)

interface ItemPictureProps {
  /** Of what was ordered, neither kind nor category is known. */
  item: Pick<ItemSummary, 'picture'> & { slug: string | null } & Partial<Pick<ItemSummary, 'kind' | 'category'>>
  className?: string
}

/** The picture of an item in a square; without one, a drawing of it or of its category. Decorative beside its name. */
export function ItemPicture({ item: { slug, picture, kind = 'good', category }, className }: ItemPictureProps) {
  const isDrawn = picture === null && slug !== null && drawnItems.has(slug)
  const Icon = byCategory[category?.slug ?? ''] ?? byKind[kind]
  return (
    <span
      className={cx(
        'grid aspect-square shrink-0 place-items-center overflow-hidden rounded-lg',
        isDrawn ? 'bg-night' : 'bg-sunk',
        className,
      )}
    >
      {isDrawn ? (
        <img
          src={`/pictures/item-${slug}.svg`}
          alt=""
          width={240}
          height={240}
          loading="lazy"
          decoding="async"
          className="size-full"
        />
      ) : picture === null ? (
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
