import type { ComponentProps } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { MenuButton } from '#web/ui/overlay/MenuButton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

/** A menu button that leaves the screen as it is, with a message, where its menu could not be loaded. */
export function ToolMenu(props: Omit<ComponentProps<typeof MenuButton>, 'onMissing'>) {
  const { t } = useTranslation()
  return <MenuButton {...props} onMissing={() => void toast(t('common.network_error'), { tone: 'error' })} />
}
