import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { EndpointKey } from '#contract/endpoints.ts'
import type { BoardCard, BoardStep } from '#contract/orders/desk/order-board.ts'
import { call, CallError, type InputOf } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { toast } from '#web/ui/overlay/toast.ts'

type Step = BoardStep | 'reject' | 'hand_over_with_photo'
/** Moves an order: what the server says of each field if it refused, undefined if it is done. */
export type Move = (card: BoardCard, step: Step, body?: object) => Promise<Readonly<Record<string, string>> | undefined>
interface Question {
  card: BoardCard
  step: 'hand_over' | 'reject'
}

const segments: Record<Step, string> = {
  accept: 'accept',
  start: 'start',
  prepare: 'prepare',
  ready: 'ready',
  send: 'send',
  hand_over: 'hand-over',
  hand_over_with_photo: 'hand-over-with-photo',
  reject: 'reject',
}
const withBody: readonly Step[] = ['accept', 'hand_over', 'hand_over_with_photo', 'reject']

/** The calls of the board, and what it asks for before some of them. */
export function useOrderStep(): {
  question: Question | undefined
  setQuestion: (question: Question | undefined) => void
  move: Move
  /** What was done last, for screen readers. */
  announcement: string
  dialog: ReactNode
} {
  const { translateKey, labelled } = useDeskWords()
  const { t } = useTranslation()
  const { attempt, dialog } = useReauth()
  const queries = useQueryClient()
  const [question, setQuestion] = useState<Question>()
  const [announcement, setAnnouncement] = useState('')
  const move: Move = useCallback(
    async (card, step, body) => {
      const key = `POST /api/v1/admin/online-orders/{id}/${segments[step]}` as EndpointKey
      const input = { params: { id: card.id }, ...(withBody.includes(step) && { body: body ?? {} }) }
      try {
        await attempt(() => call(key, input as unknown as InputOf<EndpointKey>))
        const done = step === 'hand_over_with_photo' ? 'hand_over' : step
        setAnnouncement(labelled(String(card.token), translateKey(`desk.records.online_orders.done.${done}`)))
        return undefined
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const fields = error.problem?.errors ?? []
        if (fields.length > 0) return Object.fromEntries(fields.map(({ field, message }) => [field, message]))
        if (step === 'hand_over' && error.code.startsWith('handover')) return { code: describeFailure(t, error) }
        toast(describeFailure(t, error), { tone: 'error' })
        // Without an answer the question stays, with what was typed and photographed.
        return error.problem === undefined ? {} : undefined
      } finally {
        void queries.invalidateQueries({ queryKey: ['desk'] })
      }
    },
    [attempt, queries, translateKey, labelled, t],
  )
  return { question, setQuestion, move, announcement, dialog }
}
