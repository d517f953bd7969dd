import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { brand } from '#brand.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

export const leadKinds = [
  'contact',
  'demo',
  'business',
  'affiliate',
  'career',
  'charger',
  'space',
  'press',
  'marketplace',
  'documents',
] as const
export type LeadKind = (typeof leadKinds)[number]

/** A way to write to us about one thing: a mail with its subject. */
export function LeadForm({ kind }: { kind: LeadKind }) {
  const { t } = useTranslation()
  const subject = encodeURIComponent(t(`content.leads.subject_${kind}`))
  return (
    <Card padding="lg" className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <p className="max-w-prose text-md text-ink-2">{t('content.leads.text')}</p>
      <ButtonLink href={`mailto:${brand.supportEmail}?subject=${subject}`}>
        <Mail aria-hidden="true" className="size-5" />
        {t('content.leads.write', { email: brand.supportEmail })}
      </ButtonLink>
    </Card>
  )
}
