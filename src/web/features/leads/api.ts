import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  getDemo,
  cancelDemo,
  leadCalls,
  type LeadKind,
  minLeadDuration_ms,
  listDemoSlots,
  type sendContact,
} from '#contract/leads.ts'
import { call, CallError } from '#web/lib/call.ts'

type Thanks = AnswerOf<typeof sendContact>
type Fields = Record<string, unknown>

/** Sends a form. What is sent again unchanged, after an answer that got lost, is the same message. */
export function useSendLead(kind: LeadKind) {
  const opened = useRef(Date.now())
  const last = useRef<{ content: string; file: File | undefined; body: Fields; key: string }>(undefined)
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ fields, file }: { fields: Fields; file: File | undefined }): Promise<Thanks> => {
      const content = JSON.stringify(fields)
      if (last.current?.content !== content || last.current.file !== file) {
        // Who is quicker than the server believes waits here, and not in vain.
        const left = minLeadDuration_ms - (Date.now() - opened.current)
        if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
        const took_ms = Math.max(minLeadDuration_ms, Date.now() - opened.current)
        last.current = { content, file, body: { ...fields, took_ms }, key: crypto.randomUUID() }
      }
      const { body, key } = last.current
      if (kind !== 'career') return call(leadCalls[kind] as typeof sendContact, { body: body as never, retryKey: key })
      const form = new FormData()
      form.set('fields', JSON.stringify(body))
      if (file !== undefined) form.set('file', file)
      return call(leadCalls.career, { form, retryKey: key })
    },
    onSettled: (_thanks, error) => {
      const isGone = error instanceof CallError && error.code === 'slot_taken'
      if (kind === 'demo' && (error === null || isGone)) return client.invalidateQueries({ queryKey: slotsKey })
      return undefined
    },
  })
}

const slotsKey = ['demo-slots']

/** The free times of demonstrations. */
export function useDemoSlots() {
  return useQuery({
    queryKey: slotsKey,
    queryFn: ({ signal }) => call(listDemoSlots, { signal }),
    staleTime: 60_000,
  })
}

/** The demonstration that a mail's link is about. */
export function useBookedDemo(token: string) {
  return useQuery({
    queryKey: ['demo', token],
    queryFn: ({ signal }) => call(getDemo, { params: { token }, signal }),
    retry: false,
  })
}

export function useCancelDemo(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(cancelDemo, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: slotsKey }),
  })
}
