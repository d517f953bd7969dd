import { useTranslation } from 'react-i18next'
import { useProfile } from '#web/lib/useProfile.ts'

/** The first name and its initial; 'User' while there is none (specification, section 2). */
export function useAvatar(): { name: string; initial: string } {
  const { t } = useTranslation()
  const { data: profile } = useProfile()
  const name = profile?.first_name || t('shell.nav.nameless')
  return { name, initial: name.charAt(0).toLocaleUpperCase() }
}
