import { useState } from 'react'
import type { ParkGuards } from '#contract/parks/desk/park-record.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { usePanelCall } from './usePanelCall.tsx'

type Guard = ParkGuards['items'][number]

/** The phones that scan for a guard; one that was lost is blocked. */
export function GuardPhones({ park_id, guard, mayChange }: { park_id: string; guard: Guard; mayChange: boolean }) {
  const { t, locale } = useDeskWords()
  const { run, dialog } = usePanelCall()
  const [blocking, setBlocking] = useState<Guard['devices'][number]>()
  if (guard.devices.length === 0) return null
  const block = ({ id: device_id, name }: Guard['devices'][number]) =>
    run(
      () =>
        call('POST /api/v1/admin/parks/{id}/guards/{user_id}/devices/{device_id}/revoke', {
          params: { id: park_id, user_id: guard.user_id, device_id },
        }),
      t('desk.parks.guards.blocked', { name }),
    )
  return (
    <ul className="grid basis-full gap-2 text-sm text-ink-2">
      {guard.devices.map((device) => {
        const { id, name, last_seen_at, revoked_at } = device
        const at = formatDateTime(new Date(revoked_at ?? last_seen_at), deviceZone(), locale)
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              {t(revoked_at === null ? 'desk.parks.guards.phone' : 'desk.parks.guards.phone_blocked', { name, at })}
            </span>
            {mayChange && revoked_at === null && (
              <Button
                variant="outline"
                size="sm"
                aria-label={t('desk.parks.guards.block_label', { name, email: guard.email })}
                onClick={() => setBlocking(device)}
              >
                {t('desk.parks.guards.block')}
              </Button>
            )}
          </li>
        )
      })}
      <Dialog
        open={blocking !== undefined}
        onOpenChange={() => setBlocking(undefined)}
        title={t('desk.parks.guards.block_title')}
        description={t('desk.parks.guards.block_text', { name: blocking?.name ?? '' })}
        closeLabel={t('desk.close')}
        footer={
          <Button
            variant="danger"
            onClick={() => {
              setBlocking(undefined)
              if (blocking !== undefined) void block(blocking)
            }}
          >
            {t('desk.parks.guards.block')}
          </Button>
        }
      />
      {dialog}
    </ul>
  )
}
