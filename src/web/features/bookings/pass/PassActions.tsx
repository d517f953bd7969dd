import {
  Ban,
  CalendarPlus,
  CalendarSync,
  CarFront,
  Clock4,
  FileDown,
  LogOut,
  MapPinCheck,
  Navigation,
  Pencil,
  Plus,
  Repeat2,
  RotateCcw,
  ScanLine,
  Share2,
  Star,
  TriangleAlert,
} from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { identity } from '#contract/settings/company.ts'
import { download } from '#web/api/download.ts'
import { directionsTo } from '#web/features/parks/directions.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { MenuButton } from '#web/ui/overlay/MenuButton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { type Action, actionsOf, offersGateScan } from '../actions.ts'
import { useCheckIn } from '../changes.ts'
import { type DialogName, hasDialog, preloadDialog } from '../dialogs/useDialogs.tsx'
import type { Phase } from '../phase.ts'
import { reasonOf } from '../reason.ts'

const files = {
  calendar: { endpoint: 'GET /api/v1/bookings/{bookingCode}/calendar.ics', ending: 'ics' },
  receipt: { endpoint: 'GET /api/v1/bookings/{bookingCode}/receipt.pdf', ending: 'pdf' },
} as const

/** Saves a document of the booking as a file; shows an error if it cannot be fetched. */
function useFiles(bookingCode: string) {
  const { t } = useTranslation()
  const [saving, setSaving] = useState<keyof typeof files>()
  const save = async (kind: keyof typeof files) => {
    const { endpoint, ending } = files[kind]
    setSaving(kind)
    try {
      await download(endpoint, { bookingCode }, `${identity.slug}-${bookingCode}.${ending}`)
    } catch (error) {
      toast(t('bookings.file_failed', { reason: reasonOf(t, error) }), { tone: 'error' })
    } finally {
      setSaving(undefined)
    }
  }
  return { save, saving }
}

const icons: Record<Action, ReactNode> = {
  extend: <Plus aria-hidden="true" />,
  auto_extend: <Clock4 aria-hidden="true" />,
  check_in: <MapPinCheck aria-hidden="true" />,
  check_out: <LogOut aria-hidden="true" />,
  cannot_park: <TriangleAlert aria-hidden="true" />,
  find_car: <CarFront aria-hidden="true" />,
  directions: <Navigation aria-hidden="true" />,
  plate: <Pencil aria-hidden="true" />,
  cancel: <Ban aria-hidden="true" />,
  renew: <Repeat2 aria-hidden="true" />,
  again: <RotateCcw aria-hidden="true" />,
  weekly: <CalendarSync aria-hidden="true" />,
  share: <Share2 aria-hidden="true" />,
  review: <Star aria-hidden="true" />,
  calendar: <CalendarPlus aria-hidden="true" />,
  receipt: <FileDown aria-hidden="true" />,
}

interface PassActionsProps {
  booking: BookingDetails
  phase: Phase
  /** The time left, which stands below the most urgent action: a phone's first screen ends there. */
  clock: ReactNode
  onDialog: (name: DialogName) => unknown
}

/** The actions of the booking; the most urgent comes first. */
export function PassActions({ booking, phase, clock, onDialog }: PassActionsProps) {
  const { t } = useTranslation()
  const { park } = booking
  const actions = actionsOf(booking, phase)
  const { run, busy } = useRun(booking, onDialog)
  // While a space is held, paying for it comes first.
  const first = phase === 'held' ? undefined : actions[0]
  const others = first === undefined ? actions : actions.slice(1)
  if (actions.length === 0) return clock
  const label = (action: Action) => t(action === 'directions' ? 'bookings.directions' : `bookings.action.${action}`)
  const nearing = (action: Action) => ({
    onPointerEnter: () => hasDialog(action) && preloadDialog(action),
    onFocus: () => hasDialog(action) && preloadDialog(action),
  })
  const way = (trigger: Parameters<typeof MenuButton>[0]['trigger']) => (
    <MenuButton
      key="directions"
      align="start"
      trigger={trigger}
      groups={[
        {
          heading: t('bookings.directions_with'),
          entries: directionsTo(park).map(({ name, href }) => ({ label: name, href })),
        },
      ]}
    />
  )
  const big = first !== undefined && (
    <Button key={first} wide busy={busy === first} {...nearing(first)} onClick={() => run(first)}>
      {icons[first]}
      {label(first)}
    </Button>
  )
  return (
    <section aria-label={t('bookings.actions')} className="grid gap-2.5 [&_svg]:size-5.5">
      {first === 'directions'
        ? way(
            <Button wide>
              {icons.directions}
              {label('directions')}
            </Button>,
          )
        : big}
      {clock}
      {offersGateScan(booking, phase) && (
        <Button
          variant="alt"
          wide
          onPointerEnter={() => preloadDialog('scan_gate')}
          onFocus={() => preloadDialog('scan_gate')}
          onClick={() => onDialog('scan_gate')}
        >
          <ScanLine aria-hidden="true" />
          {t('bookings.gate_scan.action')}
        </Button>
      )}
      {others.length > 0 && (
        <div className={cx('grid gap-2', others.length % 2 === 0 && others.length < 5 ? 'grid-cols-2' : 'grid-cols-3')}>
          {others.map((action) =>
            action === 'directions' ? (
              way(<Tile icon={icons.directions}>{label('directions')}</Tile>)
            ) : (
              <Tile
                key={action}
                icon={icons[action]}
                busy={busy === action}
                className={cx((action === 'cancel' || action === 'cannot_park') && 'text-bad')}
                {...nearing(action)}
                onClick={() => void run(action)}
              >
                {label(action)}
              </Tile>
            ),
          )}
        </div>
      )}
    </section>
  )
}

/** Performs an action: opens its dialog, runs it, or follows its link. */
function useRun(booking: BookingDetails, onDialog: (name: DialogName) => unknown) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const checkIn = useCheckIn(booking.id)
  const files = useFiles(booking.booking_code)
  const arrive = async () => {
    try {
      await checkIn.mutateAsync(undefined)
      toast(t('bookings.checked_in'))
    } catch (error) {
      toast(t('bookings.checked_in_failed', { reason: reasonOf(t, error) }), { tone: 'error' })
    }
  }
  const run = (action: Action): unknown => {
    if (hasDialog(action)) return onDialog(action)
    if (action === 'check_in') return arrive()
    if (action === 'calendar' || action === 'receipt') return files.save(action)
    if (action === 'again') return navigate(paths.park(booking.park.slug))
    if (action !== 'review') return undefined
    const section = document.getElementById('review')
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
    return undefined
  }
  const busy: Action | undefined = checkIn.isPending ? 'check_in' : files.saving
  return { run, busy }
}

interface TileProps extends ComponentProps<'button'> {
  icon: ReactNode
  busy?: boolean
}

/** A large button with an icon above its label. Ignores clicks while it is busy. */
function Tile({ icon, busy, className, onClick, children, ...rest }: TileProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (!busy && event.detail <= 1) onClick?.(event)
      }}
      className={cx(
        'flex min-h-18 w-full flex-col items-center justify-center gap-1.5 rounded-lg border border-line bg-card px-1.5 py-2.5',
        'text-center text-sm leading-tight font-semibold wrap-anywhere hyphens-auto max-[22rem]:text-xs transition-colors hover:border-edge aria-disabled:text-full [&_svg]:size-5.5',
        className,
      )}
    >
      {icon}
      {children}
    </button>
  )
}
