import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Currency } from '#contract/money.ts'

/** What a driver agrees to by paying on the page of a car park. */
export interface AgreedPayment {
  vehicle_id: string
  /** In major units. */
  total: number
  currency: Currency
}

const agreedKey = ['agreed-payment']

/** Leads to a checkout, which then pays what was agreed to. Neither a reload nor Back pays again. */
export function useAgreeToPay() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (checkout: string, agreed: AgreedPayment) => {
    queries.setQueryData(agreedKey, agreed)
    void navigate(checkout, { state: { agreed: true } })
  }
}

/** The payment that led to this checkout; given to one checkout only. */
export function useAgreement(): AgreedPayment | undefined {
  const queries = useQueryClient()
  const isAgreed = (useLocation().state as { agreed?: boolean } | null)?.agreed === true
  const [agreed] = useState(() => (isAgreed ? queries.getQueryData<AgreedPayment>(agreedKey) : undefined))
  useEffect(() => queries.removeQueries({ queryKey: agreedKey }), [queries])
  return agreed
}
