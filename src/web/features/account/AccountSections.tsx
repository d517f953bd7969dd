import { Download, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { CallError } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Section } from '#web/ui/Page.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { reasonOf } from './reason.ts'

/** The account sections of the profile page: login methods, devices and personal data. */
export function AccountSections() {
  return (
    <>
      <PasswordSection />
      <DevicesSection />
      <PrivacySection />
    </>
  )
}

const EraseDialog = lazy(() => import('./EraseDialog.tsx'))

/** Downloads a copy of the account's data, or deletes the account. */
function PrivacySection() {
  const { t } = useTranslation()
  const [erasing, setErasing] = useState(false)
  const copy = async () => {
    try {
      await download('GET /api/v1/users/export', undefined, 'parkwell-data.json')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(reasonOf(t, error), { tone: 'error' })
    }
  }
  return (
    <Section title={t('account.privacy.title')}>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-2">{t('account.privacy.copy_text')}</p>
          <Button variant="outline" size="md" onClick={copy}>
            <Download aria-hidden="true" className="size-4.5" />
            {t('account.privacy.copy')}
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-4">
          <p className="min-w-0 flex-1 basis-64 text-ink-2">{t('account.privacy.erase_text')}</p>
          <Button variant="outline" size="md" onClick={() => setErasing(true)}>
            <Trash2 aria-hidden="true" className="size-4.5 text-bad" />
            {t('account.privacy.erase')}
          </Button>
        </div>
      </Card>
      {erasing && (
        <Suspense fallback={null}>
          <EraseDialog onClosed={() => setErasing(false)} />
        </Suspense>
      )}
    </Section>
  )
}
