import { useEffect, useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSignedIn } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { useTranslation } from '#web/lib/translation.ts'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { type BookingTab, bookingTabs, useBookings } from './api.ts'
import { useKeepPasses } from './api-booking.ts'
import { BookingCard } from './BookingCard.tsx'
import { BookingList } from './BookingList.tsx'
import { ScanGateButton } from './gate/ScanGateButton.tsx'

export default function BookingsPage() {
  return <Page>{useSignedIn() ? <OwnBookings /> : <LoginPrompt />}</Page>
}

function OwnBookings() {
  const { t } = useTranslation()
  // Preloads the code of the pass with the list, so that both work offline.
  useEffect(() => void import('./BookingDetailsPage.tsx').catch(() => undefined), [])
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const tab = bookingTabs.find((name) => name === search.get('tab')) ?? 'upcoming'
  const page = /^[1-9]\d{0,5}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1
  const show = (next: BookingTab) => void navigate(paths.bookings({ tab: next === 'upcoming' ? undefined : next }))
  return (
    <>
      <PageHead title={t('bookings.title')} actions={<ScanGateButton />} />
      {tab === 'upcoming' && (
        <>
          <Now filter="pending" title={t('bookings.held_now')} />
          <Now filter="current" title={t('bookings.running_now')} />
        </>
      )}
      <div className="pb-10">
        <Tabs
          label={t('bookings.tabs')}
          value={tab}
          onChange={show}
          tabs={bookingTabs.map((value) => ({
            value,
            label: t(`bookings.tab.${value}`),
            panel: <BookingList tab={value} page={page} />,
          }))}
        />
      </div>
    </>
  )
}

/** Held spaces and current bookings, shown before the upcoming ones. */
function Now({ filter, title }: { filter: 'pending' | 'current'; title: string }) {
  const id = useId()
  const found = useBookings(filter).data?.items
  // A hold that has started is in both lists.
  const bookings = filter === 'pending' ? found : found?.filter(({ status }) => status !== 'pending')
  useKeepPasses(bookings)
  if (bookings === undefined || bookings.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-6">
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {bookings.map((booking) => (
          <li key={booking.id} className="min-w-0">
            <BookingCard booking={booking} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
