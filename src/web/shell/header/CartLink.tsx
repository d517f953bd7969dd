import { ShoppingCart } from 'lucide-react'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCartCount } from '#web/storage/cartCount.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

/** The cart with the number of things in it. */
export default function CartLink() {
  const { t } = useTranslation()
  const count = useCartCount()
  if (count === 0) return null
  return (
    <PageLink
      to={paths.cart()}
      aria-label={t('shell.nav.cart', { count })}
      className="relative grid size-11 shrink-0 place-items-center rounded-lg hover:bg-ink/7 [&_svg]:size-5.5"
    >
      <ShoppingCart aria-hidden="true" />
      <span
        aria-hidden="true"
        className="absolute top-0.5 right-0 grid min-w-5 place-items-center rounded-full bg-act px-1 text-xs font-bold text-on-act tabular-nums"
      >
        {count > 99 ? '99+' : count}
      </span>
    </PageLink>
  )
}
