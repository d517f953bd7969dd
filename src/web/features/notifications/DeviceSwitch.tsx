import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#web/api/call.ts'
import { reasonOf } from '#web/features/account/reason.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { findPushObstacle, PushDenied, pushKey, pushQuery, startPush, stopPush } from './api-push.ts'

/**
 * Switches the notifications of this browser on and off. The browser's question comes on a press alone. `offers` shows it
 * only where they could be switched on; `text` says what they bring to whom it is offered there.
 */
export function DeviceSwitch({ offers = false, text }: { offers?: boolean; text?: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [obstacle] = useState(findPushObstacle)
  const { data } = useQuery({ ...pushQuery, enabled: obstacle === undefined })
  const isOn = data?.is_on === true
  const set = useMutation({
    mutationFn: (wanted: boolean) => (wanted ? startPush() : stopPush()),
    networkMode: 'always',
    onSettled: () => queries.invalidateQueries({ queryKey: pushKey }),
  })
  const isDenied = set.error instanceof PushDenied
  if (offers && (obstacle !== undefined || data === undefined || (isOn && !set.isSuccess))) return null
  const Icon = isOn ? BellRing : Bell
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Icon aria-hidden="true" className={isOn ? 'size-5 shrink-0 text-free' : 'size-5 shrink-0 text-ink-3'} />
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-semibold">{t('account.notifications.settings.device')}</p>
          <p className="text-sm text-ink-2">
            {!isOn && text !== undefined
              ? text
              : t(isOn ? 'account.notifications.settings.device_on' : 'account.notifications.settings.device_off')}
          </p>
        </div>
        {obstacle === undefined && (
          <Button variant="outline" size="md" busy={set.isPending} onClick={() => set.mutate(!isOn)}>
            {t(isOn ? 'account.notifications.settings.stop' : 'account.notifications.settings.start')}
          </Button>
        )}
      </div>
      {obstacle !== undefined && (
        <Notice title={t(`account.notifications.settings.${obstacle}`)}>
          {t(`account.notifications.settings.${obstacle}_text`)}
        </Notice>
      )}
      {isDenied && (
        <Notice tone="warning" live title={t('bookings.end_reminder.denied')}>
          {t('bookings.end_reminder.denied_text')}
        </Notice>
      )}
      {set.error !== null && !isDenied && (
        <Notice tone="error">
          {set.error instanceof CallError ? reasonOf(t, set.error) : t('account.notifications.settings.refused')}
        </Notice>
      )}
    </Card>
  )
}
