import { Inbox, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { paths } from '#web/paths.ts'

type StaffPage = { to: string; label: string; icon: ReactNode }

/** The staff pages that the user may open; nobody else loads their texts. */
export function useStaffPages(): StaffPage[] {
  const { t } = useTranslation()
  const { data } = useProfile()
  const may = (permission: Permission) => data?.permissions.includes(permission) === true
  return [
    ...(may('leads.view')
      ? [{ to: paths.staffLeads(), label: t('staff.leads.title'), icon: <Inbox aria-hidden="true" /> }]
      : []),
    ...(may('money.view')
      ? [{ to: paths.staffMoney(), label: t('staff.money.title'), icon: <Scale aria-hidden="true" /> }]
      : []),
  ]
}
