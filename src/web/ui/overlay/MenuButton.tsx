import { cloneElement, lazy, Suspense, useState } from 'react'
import type { MenuProps } from './Menu.tsx'

const loadMenu = () => import('./Menu.tsx')
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))

/** A button with a menu whose code is fetched when a pointer or the focus comes near, and opens at the first press. */
export function MenuButton(props: Omit<MenuProps, 'defaultOpen'>) {
  const [wanted, setWanted] = useState(false)
  const preload = () => void loadMenu()
  const plain = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setWanted(true),
  })
  if (!wanted) return plain
  return (
    <Suspense fallback={plain}>
      <Menu {...props} defaultOpen />
    </Suspense>
  )
}
