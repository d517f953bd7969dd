import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { addCartLine } from '#contract/cart/cart.ts'
import type { ItemDetails } from '#contract/catalogue/marketplace.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useCartChanges } from '#web/features/cart/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/overlay/toast.ts'

type Body = BodyOf<typeof addCartLine>

/** Puts an item into the cart. A request that got no answer is repeated under its own key, so that it counts once. */
export function useAddToCart({ name }: Pick<ItemDetails, 'name'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { add: adding } = useCartChanges()
  const [isOtherBranch, setOtherBranch] = useState(false)
  const last = useRef<{ sent: string; retryKey: string }>(undefined)
  const { error } = adding
  const problems = error instanceof CallError ? (error.problem?.errors ?? []) : []
  const fieldError = (field: string) => problems.find((problem) => problem.field === field)?.message
  const add = async (body: Body) => {
    if (adding.isPending) return
    const sent = JSON.stringify(body)
    const retryKey = last.current?.sent === sent ? last.current.retryKey : crypto.randomUUID()
    last.current = { sent, retryKey }
    setOtherBranch(false)
    try {
      await adding.mutateAsync({ body, retryKey })
      last.current = undefined
      toast(t('cart.added', { item: name }), {
        action: { label: t('cart.open'), run: () => void navigate(paths.cart()) },
      })
    } catch (failure) {
      if (failure instanceof CallError && failure.status !== 0) last.current = undefined
      setOtherBranch(failure instanceof CallError && failure.code === 'cart_other_branch')
    }
  }
  const hasField = ['variation_id', 'note'].some((field) => fieldError(field) !== undefined)
  return {
    add,
    fieldError,
    isSending: adding.isPending,
    /** The cart has items of another branch, and adding this one would start a new cart. */
    isOtherBranch,
    keepCart: () => {
      setOtherBranch(false)
      adding.reset()
    },
    failure:
      error === null || isOtherBranch || hasField ? undefined : (problems[0]?.message ?? describeFailure(t, error)),
  }
}
