import { cloneElement, lazy, Suspense, useState } from 'react'
import type { MenuProps } from './Menu.tsx'

const loadMenu = () => import('./Menu.tsx')
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))

interface MenuButtonProps extends Omit<MenuProps, 'defaultOpen'> {
  /** Called where the menu could not be loaded; without it, the failure is thrown. */
  onMissing?: (() => void) | undefined
}

/** A menu button whose menu is loaded when the pointer or the focus reaches it, and opens on the first press. */
export function MenuButton({ onMissing, ...props }: MenuButtonProps) {
  const [isOpened, setIsOpened] = useState(false)
  const preload = () => void loadMenu().catch(() => undefined)
  const plain = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => void loadMenu().then(() => setIsOpened(true), onMissing ?? (() => setIsOpened(true))),
  })
  if (!isOpened) return plain
  return (
    <Suspense fallback={plain}>
      <Menu {...props} defaultOpen />
    </Suspense>
  )
}
