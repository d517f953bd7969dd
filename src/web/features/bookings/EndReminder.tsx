import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useState } from 'react'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { remindBefore_min } from '#contract/bookings/reminder-time.ts'
import { CallError } from '#web/api/call.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import {
  findPushObstacle,
  PushDenied,
  pushKey,
  pushQuery,
  startReminders,
  stopReminders,
} from '#web/features/notifications/api-push.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Phase } from './phase.ts'
import { reasonOf } from './reason.ts'

/** Offers a reminder on this device before the booking ends. The browser's question comes on a press alone. */
export function EndReminder({ booking, phase }: { booking: BookingDetails; phase: Phase }) {
  const isUseful = (phase === 'running' || phase === 'due' || phase === 'coming') && booking.auto_extend_until === null
  return isUseful ? <Offer /> : null
}

function Offer() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [obstacle] = useState(findPushObstacle)
  const [isExplained, setExplained] = useState(false)
  const { data } = useQuery({ ...pushQuery, enabled: obstacle === undefined })
  const isOn = data?.reminds_of_ends === true
  const set = useMutation({
    mutationFn: (wanted: boolean) => (wanted ? startReminders() : stopReminders()),
    networkMode: 'always',
    onSuccess: (_answer, wanted) => storeAnswer(queries, pushKey, { is_on: true, reminds_of_ends: wanted }),
  })
  const isDenied = set.error instanceof PushDenied
  return (
    <div className="grid gap-2">
      {isOn ? (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <BellRing aria-hidden="true" className="size-4 shrink-0 text-free" />
          <span>{t('bookings.end_reminder.on', { minutes: remindBefore_min })}</span>
          <Button variant="link" busy={set.isPending} onClick={() => set.mutate(false)}>
            {t('bookings.end_reminder.stop')}
          </Button>
        </p>
      ) : (
        <Button
          variant="outline"
          size="md"
          className="justify-self-start"
          busy={set.isPending}
          onClick={() => (obstacle === undefined ? set.mutate(true) : setExplained(true))}
        >
          <Bell aria-hidden="true" className="size-5" />
          {t('bookings.end_reminder.start', { minutes: remindBefore_min })}
        </Button>
      )}
      {isExplained && obstacle !== undefined && (
        <Notice live title={t(`bookings.end_reminder.${obstacle}`)}>
          {t(`bookings.end_reminder.${obstacle}_text`)}
        </Notice>
      )}
      {isDenied && (
        <Notice tone="warning" live title={t('bookings.end_reminder.denied')}>
          {t('bookings.end_reminder.denied_text')}
        </Notice>
      )}
      {set.error !== null && !isDenied && (
        <Notice tone="error">
          {set.error instanceof CallError
            ? t('bookings.end_reminder.failed', { reason: reasonOf(t, set.error) })
            : t('bookings.end_reminder.refused')}
        </Notice>
      )}
    </div>
  )
}
