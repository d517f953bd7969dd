import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Profile } from '#contract/accounts/auth.ts'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import { call, CallError } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { ownShiftQuery, parkedSalesQuery } from './api.ts'
import { newSale, type OpenSale, toParked } from './openSale.ts'
import type { StoredSale, Till } from './till.ts'

interface StoredSaleProps {
  shift: OwnShift
  till: Till | undefined
  profile: Profile | undefined
}

interface CurrentSale {
  sale: OpenSale
  setSale: Dispatch<SetStateAction<OpenSale>>
  /** What a colleague was ringing up, as long as it could not be parked. */
  left: StoredSale | undefined
  park: () => Promise<void>
}

/** The same in memory, for browsers that store nothing. */
let inPage: StoredSale | undefined

/**
 * What is being rung up, which outlasts a reload and a locked screen on this device: the same person goes on with it, and
 * that of another one is parked.
 */
export function useStoredSale({ shift, till, profile }: StoredSaleProps): CurrentSale {
  const { t } = useDeskWords()
  const queries = useQueryClient()
  const [sale, setSale] = useState<OpenSale>(newSale)
  const [opened, setOpened] = useState<Till>()
  const [left, setLeft] = useState<StoredSale>()
  const operator_id = profile?.id
  const operator = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ')
  const park = useCallback(
    async (stored: StoredSale) => {
      const name = stored.sale.customer?.name ?? t('desk.pos.parked.of', { name: stored.operator })
      const body = toParked(stored.sale, name.slice(0, 60))
      try {
        await call('POST /api/v1/pos/parked', { body, retryKey: stored.sale.id })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        return setLeft(stored)
      }
      setLeft(undefined)
      toast(t('desk.pos.parked.done', { name: body.name }))
      inPage = undefined
      await till?.storeOpen(undefined)
      void queries.invalidateQueries({ queryKey: ownShiftQuery.queryKey })
      void queries.invalidateQueries({ queryKey: parkedSalesQuery.queryKey })
    },
    [t, till, queries],
  )
  const take = useEffectEvent((stored: StoredSale) => {
    // A discount belongs to the shift in which it was given.
    const next = stored.shift_id === shift.id ? stored.sale : { ...stored.sale, discount: undefined }
    if (stored.operator_id === operator_id) setSale((now) => (now.draft.lines.length === 0 ? next : now))
    else void park(stored)
  })
  const takeUp = useEffectEvent((open: StoredSale | undefined) => {
    if (open !== undefined && open.sale.draft.lines.length > 0) take(open)
  })
  useEffect(() => takeUp(inPage?.shift_id === shift.id ? inPage : undefined), [shift.id])
  useEffect(() => {
    if (till === undefined) return
    if (inPage === undefined) takeUp(till.readState().open)
    setOpened(till)
  }, [till])
  const store = useEffectEvent((rung: OpenSale) => {
    if (operator_id === undefined) return
    const isEmpty = rung.draft.lines.length === 0
    const stored = inPage ?? opened?.readState().open
    // What a colleague left stays stored until it is parked.
    if (stored?.shift_id === shift.id && stored.operator_id !== operator_id) return
    if (isEmpty && stored === undefined) return
    inPage = isEmpty ? undefined : { shift_id: shift.id, operator_id, operator, sale: rung }
    // Not before what was stored there is read.
    void opened?.storeOpen(inPage).catch(() => undefined)
  })
  useEffect(() => store(sale), [opened, sale])
  return { sale, setSale, left, park: async () => left && park(left) }
}
