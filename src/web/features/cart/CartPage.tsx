import type { Cart } from '#contract/cart/cart.ts'
import { settings } from '#contract/settings/settings.ts'
import { describeFailure } from '#web/api/failures.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { formatMoney } from '#web/time/format.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountLines } from './AmountLines.tsx'
import { useCart, useCartChanges } from './api.ts'
import { CartLines } from './CartLines.tsx'
import { CouponField } from './CouponField.tsx'

/** Everything in the cart with the prices of now; what can no longer be had is shown in place. */
export default function CartPage() {
  const { t } = useTranslation()
  const { data: cart, error, refetch } = useCart()
  usePageTitle(`${t('cart.title')} | ${settings().company.name}`)
  if (cart === undefined) {
    if (error !== null) return <LoadFailed error={error} onRetry={refetch} level={1} />
    return <CartSkeleton />
  }
  if (cart.branch === null || cart.lines.length === 0) return <EmptyCart cart={cart} />
  return <Filled cart={cart} branch={cart.branch} />
}

function Filled({ cart, branch }: { cart: Cart; branch: NonNullable<Cart['branch']> }) {
  const { t, locale } = useTranslation()
  const country = useCountry()
  const changes = useCartChanges()
  const { amounts, minimum } = cart
  const hasProblems = cart.lines.some(({ problem }) => problem !== null)
  const failed = [changes.update, changes.remove].find(({ isError }) => isError)
  return (
    <Page className="pb-10">
      <PageHead
        title={t('cart.title')}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <PageLink
              to={paths.branch(branch.slug)}
              className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:text-act sm:min-h-8"
            >
              {t('cart.from', { branch: branch.name })}
            </PageLink>
            {branch.is_example && <ExampleTag />}
          </span>
        }
      />
      <div className="flex flex-col gap-x-14 gap-y-6 lg:grid lg:grid-cols-[minmax(0,1fr)_min(25rem,42%)]">
        <div className="grid content-start gap-4">
          {branch.country_code !== country.code && (
            <Notice title={t('cart.country', { country: t(`places.named.${branch.country_code}`) })}>
              {t('cart.country_text', { currency: t(`shell.currencies.${branch.currency}`) })}
            </Notice>
          )}
          <SetAside cart={cart} />
          {failed?.error && <Notice tone="error">{describeFailure(t, failed.error)}</Notice>}
          <CartLines cart={cart} branch={branch} changes={changes} />
          <p>
            <ButtonLink to={paths.content('marketplace', { branch: branch.slug })} variant="link">
              {t('cart.continue')}
            </ButtonLink>
          </p>
        </div>
        <div className="contents lg:sticky lg:top-24 lg:block lg:self-start">
          <Card as="section" padding="lg">
            <h2 className="mb-2 text-lg">{t('cart.amounts')}</h2>
            {amounts !== null && <AmountLines amounts={amounts} />}
            <CouponField cart={cart} changes={changes} />
            {minimum?.missing && (
              <p className="mt-3 text-sm text-ink-2">
                {t('cart.minimum', {
                  amount: formatMoney(minimum.amount.amount, minimum.amount.currency, locale),
                  missing: formatMoney(minimum.missing.amount, minimum.missing.currency, locale),
                })}
              </p>
            )}
            {hasProblems && (
              <Notice tone="warning" className="mt-4">
                {t('cart.blocked')}
              </Notice>
            )}
          </Card>
          <ActionBar className="-mx-4 px-4 sm:-mx-6 sm:px-6 lg:mt-4">
            {hasProblems ? (
              <Button wide disabled>
                {t('cart.checkout')}
              </Button>
            ) : (
              <ButtonLink to={paths.cartCheckout()} wide>
                {t('cart.checkout')}
              </ButtonLink>
            )}
          </ActionBar>
        </div>
      </div>
    </Page>
  )
}

/** An earlier cart of the account, which a visitor's cart replaced at login. */
function SetAside({ cart: { set_aside } }: { cart: Cart }) {
  const { t } = useTranslation()
  const { restore } = useCartChanges()
  if (set_aside === null) return null
  return (
    <Notice
      action={
        <Button variant="alt" size="md" onClick={() => restore.mutateAsync()}>
          {t('cart.restore')}
        </Button>
      }
    >
      {t('cart.set_aside', { count: set_aside.count, branch: set_aside.branch })}
    </Notice>
  )
}

function EmptyCart({ cart }: { cart: Cart }) {
  const { t } = useTranslation()
  return (
    <Page className="py-8">
      <SetAside cart={cart} />
      <EmptyState
        level={1}
        title={t('cart.empty')}
        action={<ButtonLink to={paths.content('marketplace')}>{t('cart.browse')}</ButtonLink>}
      >
        {t('cart.empty_text')}
      </EmptyState>
    </Page>
  )
}

export function CartSkeleton() {
  const { t } = useTranslation()
  return (
    <Page className="py-9">
      <Loading label={t('cart.loading')} className="grid gap-4">
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-28 rounded-xl" />
        <Skeleton className="h-28 rounded-xl" />
        <Skeleton className="h-48 rounded-xl" />
      </Loading>
    </Page>
  )
}
