import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyDialog } from '#web/page/lazyPart.tsx'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { usePanelCall } from '../../parks/usePanelCall.tsx'

const PinDialog = lazyDialog(async () => (await import('./PinDialog.tsx')).PinDialog)

const queryKey = ['desk', 'own-pin']

/** The person's PIN for counters that several people share, with the ways to set and to delete it. */
export function PinSection() {
  const { t, locale } = useDeskWords()
  const queries = useQueryClient()
  const { run, dialog } = usePanelCall()
  const [isSetting, setSetting] = useState(false)
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call('GET /api/v1/users/counter-pin', { signal }) })
  if (data === undefined) return null
  const { set_at } = data
  return (
    <Card as="section" padding="lg" className="grid gap-3">
      <h2 className="text-md font-bold">{t('desk.pos.lock.own')}</h2>
      <p className="max-w-prose text-ink-2">
        {set_at === null
          ? t('desk.pos.lock.own_none')
          : t('desk.pos.lock.own_since', { time: formatDateTime(new Date(set_at), deviceZone(), locale) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="md" onClick={() => setSetting(true)}>
          {t(set_at === null ? 'desk.pos.lock.pin_title' : 'desk.pos.lock.pin_change')}
        </Button>
        {set_at !== null && (
          <Button
            variant="outline"
            size="md"
            onClick={() => run(() => call('DELETE /api/v1/users/counter-pin', {}), t('desk.pos.lock.pin_deleted'))}
          >
            {t('desk.pos.lock.pin_delete')}
          </Button>
        )}
      </div>
      {isSetting && (
        <Suspense>
          <PinDialog
            onSet={() => {
              setSetting(false)
              void queries.invalidateQueries({ queryKey })
            }}
            onClose={() => setSetting(false)}
          />
        </Suspense>
      )}
      {dialog}
    </Card>
  )
}
