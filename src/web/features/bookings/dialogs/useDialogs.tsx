import { type ComponentType, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/page/translation.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import type { BookingDialogProps } from './dialog.ts'

type Load = () => Promise<{ default: ComponentType<BookingDialogProps> }>

const loads = {
  extend: () => import('./ExtendDialog.tsx'),
  auto_extend: () => import('./AutoExtendDialog.tsx'),
  plate: () => import('./PlateDialog.tsx'),
  cancel: () => import('./CancelDialog.tsx'),
  cannot_park: () => import('./CannotParkDialog.tsx'),
  find_car: () => import('./SpotDialog.tsx'),
  check_out: () => import('./LeaveDialog.tsx'),
  share: () => import('./ShareDialog.tsx'),
  weekly: () => import('./WeeklyDialog.tsx'),
  scan_gate: () => import('./ScanGateDialog.tsx'),
  renew: () => import('./RenewDialog.tsx'),
  pay_due: () => import('./PayDueDialog.tsx'),
} satisfies Record<string, Load>

export type DialogName = keyof typeof loads

export const hasDialog = (name: string): name is DialogName => name in loads

/** Preloads a dialog's code when the pointer or the focus reaches its control. */
export const preloadDialog = (name: DialogName): void => void loads[name]().catch(() => undefined)

interface Shown {
  name: DialogName
  Dialog: ComponentType<BookingDialogProps>
  open: boolean
  opening: number
}

/** The dialogs of a booking, one at a time, loaded when first opened. `do` in the address opens one with the page. */
export function useDialogs(booking: BookingDetails) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState<Shown>()

  const show = async (name: DialogName) => {
    try {
      const { default: Dialog } = await loads[name]()
      setShown((last) => ({ name, Dialog, open: true, opening: (last?.opening ?? 0) + 1 }))
    } catch {
      // Without a network the dialog's code may not load: show an error and keep the page.
      toast(t('bookings.not_loaded'), { tone: 'error' })
    }
  }

  const requested = search.get('do')
  useEffect(() => {
    if (requested !== null && hasDialog(requested)) void show(requested)
    // Only when the page opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const onOpenChange = (open: boolean) => {
    if (open) return
    setShown((last) => last && { ...last, open: false })
    if (!search.has('do')) return
    const rest = new URLSearchParams(search)
    rest.delete('do')
    rest.delete('end')
    setSearch(rest, { replace: true, preventScrollReset: true })
  }
  return {
    show,
    dialog: shown && (
      // A new key resets the dialog each time it opens.
      <shown.Dialog key={shown.opening} booking={booking} open={shown.open} onOpenChange={onOpenChange} />
    ),
  }
}
