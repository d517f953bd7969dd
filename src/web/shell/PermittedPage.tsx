import type { ComponentType } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import DeniedPage from './DeniedPage.tsx'

/** A page for people with a permission. The server checks it as well. */
export default function PermittedPage({ permission, Page }: { permission: Permission; Page: ComponentType }) {
  const { t } = useTranslation()
  const { data } = useProfile()
  if (data === undefined)
    return (
      <div className="grid min-h-[70dvh] place-content-center text-xl text-ink-3">
        <Spinner label={t('shell.loading_page')} />
      </div>
    )
  return data.permissions.includes(permission) ? <Page /> : <DeniedPage />
}
