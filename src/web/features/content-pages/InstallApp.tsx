import { Download } from 'lucide-react'
import { brand } from '#brand.ts'
import { useInstall } from '#web/page/installPrompt.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'

/** The ways to install the app that this browser and `brand.ts` have; nothing if they have none. */
export function InstallApp() {
  const { t } = useTranslation()
  const install = useInstall()
  const { ios, android } = brand.apps
  if (install === undefined && ios === undefined && android === undefined) return null
  return (
    <p className="flex flex-wrap gap-2.5">
      {install && (
        <Button onClick={install}>
          <Download aria-hidden="true" className="size-5" />
          {t('content.install', { brand: brand.name })}
        </Button>
      )}
      {ios && (
        <ButtonLink href={ios} variant="outline">
          {t('shell.footer.app_store')}
        </ButtonLink>
      )}
      {android && (
        <ButtonLink href={android} variant="outline">
          {t('shell.footer.google_play')}
        </ButtonLink>
      )}
    </p>
  )
}
