import { useProfile } from '#web/api/useProfile.ts'
import { useTranslation } from '#web/page/translation.ts'

interface Avatar {
  name: string
  initial: string
}

/** The first name with its initial, or `fallbackName` (specification, section 2). */
export function buildAvatar(first_name: string | undefined, fallbackName: string): Avatar {
  const name = first_name || fallbackName
  return { name, initial: [...name][0]!.toLocaleUpperCase() }
}

export function useAvatar(): Avatar {
  const { t } = useTranslation()
  const { data: profile } = useProfile()
  return buildAvatar(profile?.first_name, t('shell.nav.nameless'))
}
