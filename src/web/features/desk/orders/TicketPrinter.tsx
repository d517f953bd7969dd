import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { OrderBoard } from '#contract/orders/desk/order-board.ts'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { onStorageChange } from '#web/storage/storage.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { orderQuery } from './api.ts'
import { claimTickets, findDueTickets, readTicketBranches, recordTickets, writeTicketBranches } from './ticketMemory.ts'
import { WorkTickets } from './WorkTickets.tsx'

interface TicketPrinterProps {
  board: OrderBoard
  /** The branch that the board shows alone, if it does. */
  branch: string | undefined
  /** When the board was last fetched, in milliseconds: what could not be printed is tried again. */
  updatedAt: number
}

/** The switch that makes this device print the work tickets of orders as they are confirmed, and their printing. */
export function TicketPrinter({ board, branch, updatedAt }: TicketPrinterProps) {
  const { t } = useDeskWords()
  const [device, setDevice] = useState(readTicketBranches)
  const orders = useTickets(board, device, updatedAt)
  useEffect(() => onStorageChange(() => setDevice(readTicketBranches())), [])
  const printing = board.branches
    .filter(({ id, prints_tickets }) => prints_tickets && (branch === undefined || id === branch))
    .map(({ id }) => id)
  if (printing.length === 0) return null
  const isOn = printing.every((id) => device.includes(id))
  const change = (next: boolean) => {
    const others = readTicketBranches().filter((id) => !printing.includes(id))
    if (!next) return writeTicketBranches(others)
    // What was confirmed before has its tickets from elsewhere.
    const before = findDueTickets(board.cards, board.branches, printing, Date.now()).map(({ id }) => id)
    recordTickets(before, Date.now())
    writeTicketBranches([...others, ...printing])
  }
  return (
    <>
      <Checkbox
        label={t('desk.orders.board.print')}
        hint={t(isOn ? 'desk.orders.board.print_on' : 'desk.orders.board.print_off')}
        checked={isOn}
        onChange={({ target }) => change(target.checked)}
        className="mb-3 max-w-3xl"
      />
      {orders.length > 0 &&
        createPortal(
          <div data-print-alone className="hidden print:block">
            {orders.map((order) => (
              <WorkTickets key={order.id} order={order} />
            ))}
          </div>,
          document.body,
        )}
    </>
  )
}

/** Prints what is due, once for each order, and returns the orders on paper. */
function useTickets(board: OrderBoard, device: readonly string[], updatedAt: number): readonly OrderRecord[] {
  const queries = useQueryClient()
  const [orders, setOrders] = useState<readonly OrderRecord[]>([])
  useEffect(() => {
    const clear = () => setOrders([])
    window.addEventListener('afterprint', clear)
    return () => window.removeEventListener('afterprint', clear)
  }, [])
  useEffect(() => {
    let isOver = false
    const print = async () => {
      const due = findDueTickets(board.cards, board.branches, device, Date.now())
      if (due.length === 0) return
      const read = await Promise.allSettled(
        due.map(({ id }) => queries.fetchQuery({ ...orderQuery(id), staleTime: 0 })),
      )
      const found = read.flatMap((entry) => (entry.status === 'fulfilled' ? [entry.value] : []))
      // Recorded when nothing can fail any more, so that no order is left without a ticket.
      if (isOver) return
      const ids = await claimTickets(
        found.map(({ id }) => id),
        Date.now(),
      )
      if (ids.length === 0) return
      flushSync(() => setOrders(found.filter(({ id }) => ids.includes(id))))
      window.print()
    }
    void print()
    return () => {
      isOver = true
    }
  }, [board, device, updatedAt, queries])
  return orders
}
