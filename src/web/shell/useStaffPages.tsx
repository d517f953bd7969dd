import { Inbox, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { roles } from '#contract/endpoint.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { paths } from '#web/paths.ts'

type StaffPage = { to: string; label: string; icon: ReactNode }

/** The staff pages, for staff only; nobody else loads their texts. */
export function useStaffPages(): StaffPage[] {
  const { t } = useTranslation()
  const { data } = useProfile()
  if (data === undefined || roles.indexOf(data.role) < roles.indexOf('staff')) return []
  return [
    { to: paths.staffLeads(), label: t('staff.leads.title'), icon: <Inbox aria-hidden="true" /> },
    { to: paths.staffMoney(), label: t('staff.money.title'), icon: <Scale aria-hidden="true" /> },
  ]
}
