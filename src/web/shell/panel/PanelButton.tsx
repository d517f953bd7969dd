import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { MenuName } from '../header/menus.ts'

const SidePanel = lazy(() => import('./SidePanel.tsx'))

interface PanelButtonProps {
  menu: MenuName
  onNight?: boolean
  className?: string
}

/** Opens the side panel, which is loaded on the first press. */
export function PanelButton({ menu, onNight = false, className }: PanelButtonProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('shell.nav.menu')}
        icon={<Menu aria-hidden="true" />}
        variant={onNight ? 'night' : 'ghost'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={className ?? ''}
      />
      {open && (
        <Suspense fallback={null}>
          <SidePanel menu={menu} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
