import { useSignedIn } from '#web/api/session.ts'
import { openLogin } from '#web/features/account/loginDialog.ts'
import { writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { chargeOf, defaultWindow } from '#web/features/booking-window/window.ts'
import { useAccountFavourites, useFavourites } from '#web/features/favourites/api.ts'
import { useChosenParks } from '#web/features/parks/api.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ParkCard, ParkCardSkeleton } from '#web/features/parks/ParkCard.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { NextCard } from '#web/ui/NextCard.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'

/** The reader's favourite car parks, of the account or of this device, with their prices for the next two hours. */
export default function FavouritesPage() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const window = { ...defaultWindow(useRunningQuarter()), vehicle: 1 }
  const ids = useFavourites()
  const ofAccount = useAccountFavourites()
  const found = useChosenParks(ids, window)
  // A car park that is no longer a favourite leaves at once, before the list is read again.
  const parks = found.data?.filter(({ id }) => ids?.includes(id))
  const visit = writeParkQuery({ ...window, place: undefined })
  return (
    <Page className="pb-10">
      <PageHead title={t('park_page.favourites.title')} lead={t('park_page.favourites.lead')} />
      {!signedIn && (parks?.length ?? 0) > 0 && (
        <Notice className="mb-5">
          {t('park_page.favourites.on_device')}{' '}
          <Button variant="link" onClick={() => openLogin()}>
            {t('shell.nav.log_in')}
          </Button>
        </Notice>
      )}
      {ids?.length === 0 || parks?.length === 0 ? (
        <EmptyState
          picture="search"
          title={t('park_page.favourites.none')}
          action={<ButtonLink to={paths.search()}>{t('shell.nav.find')}</ButtonLink>}
        >
          {t('park_page.favourites.none_text')}
        </EmptyState>
      ) : ids === undefined && ofAccount.error ? (
        <LoadFailed error={ofAccount.error} onRetry={ofAccount.refetch} />
      ) : parks === undefined && found.error ? (
        <LoadFailed error={found.error} onRetry={found.refetch} />
      ) : parks === undefined ? (
        <Loading label={t('common.loading')} className={list}>
          <ParkCardSkeleton />
          <ParkCardSkeleton />
        </Loading>
      ) : (
        <ul className={list}>
          {parks.map((park) => (
            <li key={park.id} className="grid">
              <ParkCard park={park} to={paths.park(park.slug, visit)} {...chargeOf(window)} />
            </li>
          ))}
          {parks.length === 1 && (
            <NextCard
              className="m-4 sm:mx-0"
              action={
                <ButtonLink to={paths.search()} variant="outline" size="md">
                  {t('shell.nav.find')}
                </ButtonLink>
              }
            >
              {t('park_page.favourites.more')}
            </NextCard>
          )}
        </ul>
      )}
    </Page>
  )
}

const list = '-mx-4 grid border-t border-line sm:mx-0 sm:gap-x-8 lg:grid-cols-2'
