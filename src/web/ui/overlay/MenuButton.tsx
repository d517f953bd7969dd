import { cloneElement, lazy, Suspense, useState } from 'react'
import type { MenuProps } from './Menu.tsx'

const loadMenu = () => import('./Menu.tsx')
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))

/** A menu button whose menu is loaded when the pointer or the focus reaches it, and opens on the first press. */
export function MenuButton(props: Omit<MenuProps, 'defaultOpen'>) {
  const [isOpened, setIsOpened] = useState(false)
  const preload = () => void loadMenu()
  const plain = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setIsOpened(true),
  })
  if (!isOpened) return plain
  return (
    <Suspense fallback={plain}>
      <Menu {...props} defaultOpen />
    </Suspense>
  )
}
