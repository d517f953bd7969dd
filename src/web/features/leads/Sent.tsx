import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/Button.tsx'

export interface SentLead {
  message: string
  reference: string
  email: string
}

/** In place of a form that was sent. */
export function Sent({ lead, onAgain }: { lead: SentLead; onAgain: () => void }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid justify-items-start gap-3">
      <CircleCheck aria-hidden="true" className="size-10 text-free" />
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {t('leads_form.sent_title')}
      </h3>
      <p className="text-md">{lead.message}</p>
      <p className="text-ink-2">{t('leads_form.sent_reference', { reference: lead.reference, email: lead.email })}</p>
      <Button variant="outline" size="md" onClick={onAgain}>
        {t('leads_form.send_another')}
      </Button>
    </section>
  )
}
