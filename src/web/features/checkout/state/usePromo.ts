import { useState } from 'react'

interface Rejection {
  code: string
  account: string
  message: string
}

/** The entered promo code (empty for none), and why it was rejected for this account. */
export function usePromo(code: string, account: string, onChange: (code: string) => void) {
  const [rejection, setRejection] = useState<Rejection>()
  const problem = rejection?.code === code && rejection.account === account ? rejection.message : undefined
  return {
    /** As entered, whether or not it was rejected. */
    code,
    problem,
    /** The code to request quotes with; empty for none. */
    activeCode: problem === undefined ? code : '',
    apply: (next: string) => {
      setRejection(undefined)
      onChange(next)
    },
    remove: () => onChange(''),
    reject: (message: string) => setRejection({ code, account, message }),
  }
}

export type PromoCode = ReturnType<typeof usePromo>
