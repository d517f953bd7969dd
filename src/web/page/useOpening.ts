import { useState } from 'react'
import { toast } from '#web/ui/overlay/toast.ts'
import { useTranslation } from './translation.ts'

/**
 * What a button opens, loaded when the pointer or the focus reaches it: `isOpened` once it was pressed and its code came. A
 * message says so if it did not, and the next press tries again.
 */
export function useOpening(load: () => Promise<unknown>): { isOpened: boolean; preload: () => void; open: () => void } {
  const { t } = useTranslation()
  const [isOpened, setIsOpened] = useState(false)
  return {
    isOpened,
    preload: () => void load().catch(() => undefined),
    open: () =>
      void load().then(
        () => setIsOpened(true),
        () => toast(t('common.network_error'), { tone: 'error' }),
      ),
  }
}
