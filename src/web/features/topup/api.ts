import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { Gateway, Wallet } from '#contract/wallet/wallet.ts'
import { call } from '#web/api/call.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useTranslation } from '#web/page/translation.ts'
import { expectedGateway } from './gateway.ts'

export const walletKey = ['wallet'] as const

/** The signed-in user's balances; idle for visitors. */
export function useWallet() {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: walletKey,
    queryFn: ({ signal }): Promise<Wallet> => call('GET /api/v1/wallet', { signal }),
    enabled: signedIn,
    staleTime: 0,
  })
}

/** The top-up settings of a country; until they are loaded, the defaults known to the app. */
export const useGateway = (country: CountryCode): Gateway => {
  const signedIn = useSignedIn()
  return useQuery({ ...gatewayQuery(country), enabled: signedIn }).data ?? expectedGateway(country)
}

/** Waits for the top-up settings, which say how a payment begins; the defaults if they cannot be loaded. */
export function useFindGateway(country: CountryCode): () => Promise<Gateway> {
  const queries = useQueryClient()
  return () => queries.ensureQueryData(gatewayQuery(country)).catch(() => expectedGateway(country))
}

const gatewayQuery = (country: CountryCode) =>
  queryOptions({
    queryKey: ['gateway', country],
    queryFn: ({ signal }) => call('GET /api/v1/wallet/gateway', { query: { country }, signal }),
    staleTime: minute_ms,
  })

/** A top-up: the amount in major units, and the hold that it pays. */
export interface TopUpOrder {
  amount: number
  currency: Currency
  booking_id?: string
  /** The held order of the shop that it pays. */
  order_id?: string
}

/** Starts a top-up; the response says where to pay. */
export function useAddFunds() {
  return useMutation({
    // Fails immediately without a network, so that a payment is not sent minutes later.
    networkMode: 'always',
    mutationFn: ({ order, retryKey }: { order: TopUpOrder; retryKey: string }) =>
      call('POST /api/v1/wallet/add-funds', { body: order, retryKey }),
  })
}

/** Starts a top-up that is paid in Stripe's form on this page. */
export function useCreatePaymentIntent() {
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ order, retryKey }: { order: TopUpOrder; retryKey: string }) =>
      call('POST /api/create-payment-intent', { body: order, retryKey }),
  })
}

/** Checks a payment with its provider, and refetches what it changed: the wallet, and the booking that it paid. */
export function useVerifyPayment() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (payment: { payment_reference: string; payment_provider?: string | undefined }) =>
      call('POST /api/v1/wallet/verify-payment', { query: payment }),
    onSuccess: ({ data }) => {
      const changed = [
        walletKey,
        ...(data.booking === null ? [] : [['bookings'], ['park'], ['parks']]),
        ...(data.order === null ? [] : [['orders'], ['cart']]),
      ]
      for (const queryKey of changed) void queries.invalidateQueries({ queryKey })
    },
  })
}

/** A held space of the driver that is not paid yet, often the reason for a top-up; undefined if there is none. */
export function useHeldSpace() {
  const { language } = useTranslation()
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: ['bookings', 'held', language],
    queryFn: ({ signal }) =>
      call('GET /api/v1/bookings/list', { query: { status_filter: 'pending', size: 1 }, signal }),
    select: ({ items }) => items.find(({ held_until }) => held_until !== null && Date.parse(held_until) > Date.now()),
    enabled: signedIn,
  }).data
}
