import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { usePanelCall } from '../../parks/usePanelCall.tsx'

/** Sends an order for a customer once, whatever is clicked twice or lost on the way, and opens it. */
export function usePlacing() {
  const { t } = useDeskWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const [isSending, setSending] = useState(false)
  const { keyOf, forget } = useRetryKey()
  const place = async (body: object, send: (retryKey: string) => Promise<OrderRecord>, done?: string) => {
    if (isSending) return
    const retryKey = keyOf(body)
    setSending(true)
    const placed = await run(() => send(retryKey), done ?? t('desk.orders.phone.placed'))
    setSending(false)
    if (placed === undefined) {
      // Prices, stock and times may be other ones now.
      void queries.invalidateQueries({ queryKey: ['desk', 'phone-order', 'price'] })
      void queries.invalidateQueries({ queryKey: ['desk', 'addition-price'] })
      return
    }
    forget()
    void navigate(paths.desk(`online-orders/${placed.order_number}`))
  }
  return { place, isSending, errors, refusal, dialog }
}
