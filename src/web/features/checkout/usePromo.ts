import { useState } from 'react'

interface Refused {
  code: string
  account: string
  message: string
}

/** The promo code that is wanted (empty: none), and what was wrong with it for whoever is signed in. */
export function usePromo(wanted: string, account: string, onWanted: (code: string) => void) {
  const [refused, setRefused] = useState<Refused>()
  const problem = refused?.code === wanted && refused.account === account ? refused.message : undefined
  return {
    wanted,
    problem,
    /** The code that the price is asked with. */
    asked: problem === undefined ? wanted : '',
    ask: (code: string) => {
      setRefused(undefined)
      onWanted(code)
    },
    remove: () => onWanted(''),
    refuse: (message: string) => setRefused({ code: wanted, account, message }),
  }
}

export type PromoCode = ReturnType<typeof usePromo>
