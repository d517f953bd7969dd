import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parkLabel } from '#contract/parks/park-label.ts'
import { call } from '#web/api/call.ts'
import { copyLink, shareLink } from '#web/page/share.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDateTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { reasonOf } from '../reason.ts'
import type { BookingDialogProps } from './dialog.ts'

const shareQuery = (id: string) =>
  queryOptions({
    queryKey: ['bookings', 'share', id],
    queryFn: ({ signal }) => call('GET /api/v1/bookings/{id}/share', { params: { id }, signal }),
    staleTime: 0,
  })

/** Makes a link with which others see the booking, and ends it. */
export default function ShareDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t, locale } = useTranslation()
  const { id, park } = booking
  const queries = useQueryClient()
  const current = useQuery(shareQuery(id)).data?.share ?? null
  const [chosen, setChosen] = useState<boolean>()
  const shows_pass = chosen ?? current?.shows_pass ?? false
  const onSuccess = () => queries.invalidateQueries({ queryKey: shareQuery(id).queryKey })
  const make = useMutation({
    mutationFn: () => call('PUT /api/v1/bookings/{id}/share', { params: { id }, body: { shows_pass } }),
    networkMode: 'always',
    onSuccess,
  })
  const revoke = useMutation({
    mutationFn: () => call('DELETE /api/v1/bookings/{id}/share', { params: { id } }),
    networkMode: 'always',
    onSuccess,
  })
  const url = make.data?.url
  const reportOutcome = (outcome: Awaited<ReturnType<typeof shareLink>>) => {
    if (outcome === 'copied') toast(t('park.link_copied'))
    if (outcome === 'failed') toast(t('bookings.share.select'), { tone: 'info' })
  }
  const create = async () => {
    const made = await make.mutateAsync()
    reportOutcome(await shareLink({ title: parkLabel(park, t), url: made.url }))
  }
  const end = async () => {
    await revoke.mutateAsync()
    make.reset()
    toast(t('bookings.share.ended'))
  }
  const error = make.error ?? revoke.error
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.share.title')}
      description={t('bookings.share.text')}
      closeLabel={t('common.close')}
      footer={
        <>
          {current !== null && (
            <Button variant="outline" onClick={() => end().catch(() => undefined)}>
              {t('bookings.share.end')}
            </Button>
          )}
          <Button onClick={() => create().catch(() => undefined)}>
            {t(current === null ? 'bookings.share.make' : 'bookings.share.replace')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Checkbox
          name="shows_pass"
          label={<span className="font-semibold">{t('bookings.share.shows_pass')}</span>}
          hint={t('bookings.share.shows_pass_hint')}
          checked={shows_pass}
          onChange={(event) => setChosen(event.target.checked)}
        />
        {url !== undefined && (
          <Field label={t('bookings.share.link')} hint={t('bookings.share.once')}>
            <TextInput
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
              after={
                <Button variant="link" onClick={async () => reportOutcome(await copyLink(url))}>
                  {t('bookings.share.copy')}
                </Button>
              }
            />
          </Field>
        )}
        {current !== null && (
          <p className="text-ink-2">
            {t(current.shows_pass ? 'bookings.share.shared_with_pass' : 'bookings.share.shared', {
              until: formatDateTime(new Date(current.expires_at), park.timezone, locale),
            })}
          </p>
        )}
        {error && <Notice tone="error">{reasonOf(t, error)}</Notice>}
      </div>
    </Dialog>
  )
}
