import { PanelsTopLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProfile } from '#web/api/useProfile.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'

interface StaffPage {
  to: string
  label: string
  icon: ReactNode
}

/** The desk, for people with a role in it; nobody else loads its texts. */
export function useStaffPages(): StaffPage[] {
  const { t } = useTranslation()
  const { data } = useProfile()
  if (data === undefined || data.permissions.length === 0) return []
  return [{ to: paths.desk(), label: t('staff.desk'), icon: <PanelsTopLeft aria-hidden="true" /> }]
}
