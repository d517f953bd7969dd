import { PanelsTopLeft, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { paths } from '#web/paths.ts'

type StaffPage = { to: string; label: string; icon: ReactNode }

/** The desk, for people with a role in it, and the staff pages that they may open; nobody else loads their texts. */
export function useStaffPages(): StaffPage[] {
  const { t } = useTranslation()
  const { data } = useProfile()
  const may = (permission: Permission) => data?.permissions.includes(permission) === true
  if (data === undefined || data.permissions.length === 0) return []
  return [
    { to: paths.desk(), label: t('staff.desk'), icon: <PanelsTopLeft aria-hidden="true" /> },
    ...(may('money.view')
      ? [{ to: paths.staffMoney(), label: t('staff.money.title'), icon: <Scale aria-hidden="true" /> }]
      : []),
  ]
}
