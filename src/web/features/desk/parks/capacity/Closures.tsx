import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AffectedBooking, Closure } from '#contract/parks/desk/capacity.ts'
import { call, CallError } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatNumber, formatWindow } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DataTable } from '#web/ui/Table.tsx'
import { affectedQuery } from '../api.ts'
import { usePanelCall } from '../usePanelCall.tsx'

interface ClosuresProps {
  id: string
  closures: readonly Closure[]
  timezone: string
  mayChange: boolean
}

/** The times at which the car park sells nothing, with the bookings that were made before. */
export function Closures({ id, closures, timezone, mayChange }: ClosuresProps) {
  const { t, translateKey, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const { run, dialog } = usePanelCall()
  const [open, setOpen] = useState<string>()
  const mayList = profile?.permissions.includes('bookings.view') === true
  const shown = closures.find((closure) => closure.id === open)
  return (
    <Card as="section" padding="lg" className="grid gap-3">
      <h2 className="text-md font-bold">{t('desk.parks.capacity.closures')}</h2>
      {closures.length === 0 && <p className="text-ink-2">{t('desk.parks.capacity.no_closures')}</p>}
      <ul className="grid">
        {closures.map((closure) => (
          <li
            key={closure.id}
            className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">
                {formatWindow(new Date(closure.starts_at), new Date(closure.ends_at), timezone, locale)}
              </span>
              <span className="block text-sm text-ink-2">
                {closure.vehicle_class === null
                  ? t('desk.parks.capacity.all')
                  : translateKey(`desk.words.vehicle_classes.${closure.vehicle_class}`)}
                {' · '}
                {closure.reason}
                {' · '}
                {t('desk.parks.capacity.bookings', { count: closure.bookings })}
              </span>
              {closure.notice_en !== null && (
                <span className="block text-sm text-ink-2">
                  “<span lang="en">{closure.notice_en}</span>” · “<span lang="fr">{closure.notice_fr}</span>”
                </span>
              )}
            </span>
            <span className="flex flex-wrap gap-2">
              {mayList && closure.bookings > 0 && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-expanded={closure.id === open}
                  onClick={() => setOpen(closure.id === open ? undefined : closure.id)}
                >
                  {t('desk.parks.capacity.show_bookings')}
                </Button>
              )}
              {mayChange && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={t('desk.parks.capacity.reopen_label', { reason: closure.reason })}
                  onClick={() =>
                    run(
                      () =>
                        call('POST /api/v1/admin/parks/{id}/closures/{closure_id}/reopen', {
                          params: { id, closure_id: closure.id },
                        }),
                      t('desk.parks.capacity.reopened'),
                    )
                  }
                >
                  {t('desk.parks.capacity.reopen')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {shown !== undefined && <AffectedBookings id={id} closure={shown} timezone={timezone} />}
      {dialog}
    </Card>
  )
}

/** The bookings of a closed time, which can be cancelled one by one or all. */
function AffectedBookings({ id, closure, timezone }: { id: string; closure: Closure; timezone: string }) {
  const { t, translateKey, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const { data } = useQuery(affectedQuery(id, closure.id))
  const { run, dialog } = usePanelCall()
  const [isAsking, setIsAsking] = useState(false)
  const mayCancel = profile?.permissions.includes('bookings.cancel') === true
  if (data === undefined) return <Skeleton className="h-32 rounded-xl" aria-label={t('desk.loading')} />
  const cancel = ({ id: booking }: AffectedBooking) =>
    call('POST /api/v1/admin/bookings/{id}/cancel', { params: { id: booking }, body: { reason: closure.reason } })
  const items = data.items.filter(({ status }) => status === 'active' || status === 'pending')
  const cancelAll = async () => {
    setIsAsking(false)
    const refused: CallError[] = []
    await run(
      async () => {
        for (const booking of items)
          await cancel(booking).catch((error: unknown) => {
            if (!(error instanceof CallError) || error.code === 'reauth_required') throw error
            refused.push(error)
          })
      },
      t('desk.parks.capacity.cancelled_all', { count: formatNumber(items.length, locale) }),
    )
    if (refused.length > 0)
      toast(
        t('desk.parks.capacity.cancelled_part', {
          count: formatNumber(items.length - refused.length, locale),
          failed: formatNumber(refused.length, locale),
          message: refused[0]!.message,
        }),
        { tone: 'error' },
      )
  }
  const caption = t('desk.parks.capacity.affected', { reason: closure.reason })
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{caption}</h3>
        {mayCancel && items.length > 1 && (
          <Button variant="danger" size="sm" onClick={() => setIsAsking(true)}>
            {t('desk.parks.capacity.cancel_all', { count: formatNumber(items.length, locale) })}
          </Button>
        )}
      </div>
      {data.items.length === 0 ? (
        <p className="text-ink-2">{t('desk.parks.capacity.no_bookings')}</p>
      ) : (
        <DataTable
          caption={caption}
          rows={data.items}
          rowKey={(booking) => booking.id}
          columns={[
            {
              key: 'code',
              head: t('desk.parks.capacity.code'),
              rowHead: true,
              cell: (booking) => (
                <PageLink
                  to={paths.desk('bookings', { search: booking.booking_code })}
                  className="text-act underline-offset-4 hover:underline"
                >
                  {booking.booking_code}
                </PageLink>
              ),
            },
            { key: 'plate', head: t('desk.parks.capacity.plate'), cell: ({ plate }) => plate },
            {
              key: 'window',
              head: t('desk.parks.capacity.window'),
              cell: ({ start_time, end_time }) =>
                formatWindow(new Date(start_time), new Date(end_time), timezone, locale),
            },
            {
              key: 'status',
              head: t('desk.parks.capacity.status'),
              cell: ({ status }) => translateKey(`desk.words.booking_states.${status}`),
            },
            {
              key: 'total',
              head: t('desk.parks.capacity.total'),
              align: 'end',
              cell: ({ total }) => formatMoney(total.amount, total.currency, locale),
            },
            ...(mayCancel
              ? [
                  {
                    key: 'cancel',
                    head: <span className="sr-only">{t('desk.parks.capacity.cancel')}</span>,
                    cell: (booking: AffectedBooking) =>
                      items.includes(booking) && (
                        <Button
                          variant="outline"
                          size="sm"
                          aria-label={t('desk.parks.capacity.cancel_label', { code: booking.booking_code })}
                          onClick={() =>
                            run(
                              () => cancel(booking),
                              t('desk.parks.capacity.cancelled', { code: booking.booking_code }),
                            )
                          }
                        >
                          {t('desk.parks.capacity.cancel')}
                        </Button>
                      ),
                  },
                ]
              : []),
          ]}
        />
      )}
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('desk.parks.capacity.cancel_all', { count: formatNumber(items.length, locale) })}
        description={t('desk.parks.capacity.cancel_all_text', { count: formatNumber(items.length, locale) })}
        closeLabel={t('desk.close')}
        footer={
          <>
            <Button variant="outline" size="md" onClick={() => setIsAsking(false)}>
              {t('desk.parks.capacity.keep')}
            </Button>
            <Button variant="danger" size="md" onClick={cancelAll}>
              {t('desk.parks.capacity.cancel_all', { count: formatNumber(items.length, locale) })}
            </Button>
          </>
        }
      />
      {dialog}
    </section>
  )
}
