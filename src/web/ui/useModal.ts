import { useEffect, useRef, type ComponentProps, type RefObject } from 'react'

interface Modal {
  ref: RefObject<HTMLDialogElement | null>
  close: () => void
  /** To spread on the `<dialog>`. */
  props: Pick<ComponentProps<'dialog'>, 'onClose' | 'onCancel' | 'onKeyDown' | 'onClick'>
}

/**
 * A native modal dialog, open as long as it is mounted: the browser keeps the focus inside and gives it back afterwards.
 * Escape and a press outside close it and call `onClosed`; not so one that must be answered (`dismissible: false`).
 */
export function useModal(onClosed: () => void, { dismissible = true } = {}): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // The browser would take the first button; a heading is a better place to begin reading.
    dialog?.querySelector<HTMLElement>('h2[tabindex]')?.focus()
    // What lies under it does not scroll along.
    const { style } = document.documentElement
    const before = style.overflow
    style.overflow = 'hidden'
    return () => {
      style.overflow = before
      dialog?.close()
    }
  }, [])

  const close = () => ref.current?.close()
  return {
    ref,
    close,
    props: {
      onClose: () => {
        // Some browsers let a second Escape through whatever a page says.
        if (dismissible) onClosed()
        else ref.current?.showModal()
      },
      onCancel: (event) => {
        if (!dismissible) event.preventDefault()
      },
      onKeyDown: (event) => {
        if (!dismissible && event.key === 'Escape') event.preventDefault()
      },
      onClick: (event) => {
        if (dismissible && event.target === ref.current) close()
      },
    },
  }
}
