import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type LeadKind, minLeadDuration_ms, type sendContact } from '#contract/leads/leads.ts'
import { minute_ms } from '#contract/time.ts'
import { call, CallError } from '#web/api/call.ts'

type Thanks = AnswerOf<typeof sendContact>
type Fields = Record<string, unknown>

/** Sends a form. An unchanged message is sent again with the same idempotency key. */
export function useSendLead(kind: LeadKind) {
  const opened = useRef(Date.now())
  const lastSent = useRef<{ content: string; file: File | undefined; body: Fields; key: string }>(undefined)
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ fields, file }: { fields: Fields; file: File | undefined }): Promise<Thanks> => {
      const content = JSON.stringify(fields)
      if (lastSent.current?.content !== content || lastSent.current.file !== file) {
        // The server rejects forms sent faster than people type, so wait for the rest of that time.
        const left = minLeadDuration_ms - (Date.now() - opened.current)
        if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
        const took_ms = Math.max(minLeadDuration_ms, Date.now() - opened.current)
        lastSent.current = { content, file, body: { ...fields, took_ms }, key: crypto.randomUUID() }
      }
      const { body, key } = lastSent.current
      if (kind !== 'career') return call(`POST /api/v1/leads/${kind}`, { body: body as never, retryKey: key })
      const form = new FormData()
      form.set('fields', JSON.stringify(body))
      if (file !== undefined) form.set('file', file)
      return call('POST /api/v1/leads/career', { form, retryKey: key })
    },
    onSettled: (_thanks, error) => {
      const isGone = error instanceof CallError && error.code === 'slot_taken'
      if (kind === 'demo' && (error === null || isGone)) return client.invalidateQueries({ queryKey: slotsKey })
      return undefined
    },
  })
}

const slotsKey = ['demo-slots']

/** Free times for demonstrations. */
export const useDemoSlots = () => useQuery(demoSlotsQuery)

export const demoSlotsQuery = queryOptions({
  queryKey: slotsKey,
  queryFn: ({ signal }) => call('GET /api/v1/leads/demo/slots', { signal }),
  staleTime: minute_ms,
})

/** The demonstration of an email link. */
export function useBookedDemo(token: string) {
  return useQuery({
    queryKey: ['demo', token],
    queryFn: ({ signal }) => call('GET /api/v1/leads/demo/booked/{token}', { params: { token }, signal }),
    retry: false,
  })
}

export function useCancelDemo(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/v1/leads/demo/give-back', { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: slotsKey }),
  })
}
