import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDateTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useBookedDemo, useCancelDemo } from './api.ts'

export interface SentLead {
  reference: string
  /** Undefined for a form that was sent without scripts. */
  message?: string
  email?: string
}

/** The confirmation that replaces a sent form. */
export function Sent({ lead, onAgain }: { lead: SentLead; onAgain: () => void }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section id="lead" className="grid justify-items-start gap-3">
      <CircleCheck aria-hidden="true" className="size-10 text-free" />
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {t('leads_form.sent_title')}
      </h3>
      {lead.message !== undefined && <p className="text-md">{lead.message}</p>}
      <p className="text-ink-2">
        {lead.email === undefined
          ? t('leads_form.sent_reference_only', { reference: lead.reference })
          : t('leads_form.sent_reference', { reference: lead.reference, email: lead.email })}
      </p>
      <Button variant="outline" size="md" onClick={onAgain}>
        {t('leads_form.send_another')}
      </Button>
    </section>
  )
}

/** The target of the link in a demonstration's email: its time, and a button to cancel it. */
export function BookedDemo({ token }: { token: string }) {
  const { t, locale } = useTranslation()
  const { data, error, refetch } = useBookedDemo(token)
  const cancellation = useCancelDemo(token)
  if (cancellation.isSuccess)
    return (
      <Notice tone="success" live title={t('leads_form.booked.cancelled')}>
        {cancellation.data.message} {t('leads_form.booked.choose_another')}
      </Notice>
    )
  if (error instanceof CallError && error.status !== 404)
    return (
      <Notice
        tone="error"
        action={
          <Button variant="outline" size="md" onClick={() => refetch()}>
            {t('common.try_again')}
          </Button>
        }
      >
        {describeFailure(t, error)}
      </Notice>
    )
  if (error !== null) return <Notice tone="warning">{t('leads_form.booked.invalid_link')}</Notice>
  if (data === undefined)
    return (
      <Loading label={t('shell.loading_page')}>
        <Skeleton className="h-20 w-full rounded-lg" />
      </Loading>
    )
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const when = formatDateTime(new Date(data.starts_at), zone, locale)
  return (
    <Notice
      title={t('leads_form.booked.title')}
      action={
        <Button variant="outline" size="md" onClick={() => cancellation.mutateAsync().catch(() => refetch())}>
          {t('leads_form.booked.cancel')}
        </Button>
      }
    >
      {t('leads_form.booked.when', { when, minutes: data.minutes })}
    </Notice>
  )
}
