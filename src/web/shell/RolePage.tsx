import type { ComponentType } from 'react'
import { roles, type Role } from '#contract/endpoint.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import DeniedPage from './DeniedPage.tsx'

/** A page for a role and those above it. The server checks the role as well. */
export default function RolePage({ minimumRole, Page }: { minimumRole: Role; Page: ComponentType }) {
  const { t } = useTranslation()
  const { data } = useProfile()
  if (data?.role === undefined)
    return (
      <div className="grid min-h-[70dvh] place-content-center text-xl text-ink-3">
        <Spinner label={t('shell.loading_page')} />
      </div>
    )
  return roles.indexOf(data.role) < roles.indexOf(minimumRole) ? <DeniedPage /> : <Page />
}
