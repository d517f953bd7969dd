import { Ban, CircleParking, Navigation, RotateCcw } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { BookingDetails } from '#contract/bookings.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { directionsTo } from '#web/features/parks/directions.ts'

const loadDialog = () => import('./CancelDialog.tsx')
const CancelDialog = lazy(loadDialog)

/** What the driver can do with the booking, each one tap away. */
export function PassActions({ booking }: { booking: BookingDetails }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const { park, can, pass } = booking
  if (pass === null) {
    return (
      <ButtonLink to={paths.park(park.slug)} variant="outline" wide>
        <RotateCcw aria-hidden="true" className="size-5" />
        {t('bookings.again')}
      </ButtonLink>
    )
  }
  const tiles = [
    <MenuButton
      key="directions"
      align="start"
      trigger={<TileButton icon={<Navigation aria-hidden="true" />}>{t('bookings.directions')}</TileButton>}
      groups={[
        {
          heading: t('bookings.directions_with'),
          entries: directionsTo(park).map(({ name, href }) => ({ label: name, href })),
        },
      ]}
    />,
    <Link key="park" to={paths.park(park.slug)} className={tile}>
      <CircleParking aria-hidden="true" />
      {t('bookings.park')}
    </Link>,
    ...(can.cancel
      ? [
          <TileButton
            key="cancel"
            icon={<Ban aria-hidden="true" />}
            className="text-bad"
            onPointerEnter={() => void loadDialog()}
            onClick={() => {
              setAsked(true)
              setOpen(true)
            }}
          >
            {t('bookings.cancel')}
          </TileButton>,
        ]
      : []),
  ]
  return (
    <section aria-label={t('bookings.actions')}>
      <div className={cx('grid gap-2', tiles.length === 3 ? 'grid-cols-3' : 'grid-cols-2')}>{tiles}</div>
      {asked && (
        <Suspense>
          <CancelDialog booking={booking} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </section>
  )
}

const tile =
  'flex min-h-18 w-full flex-col items-center justify-center gap-1.5 rounded-lg border border-line bg-card px-2 py-2.5 ' +
  'text-sm font-semibold transition-colors hover:border-edge [&_svg]:size-5.5'

function TileButton({ icon, className, children, ...rest }: ComponentProps<'button'> & { icon: ReactNode }) {
  return (
    <button type="button" {...rest} className={cx(tile, className)}>
      {icon}
      {children}
    </button>
  )
}
