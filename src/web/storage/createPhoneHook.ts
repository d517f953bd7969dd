import { useEffect, useState } from 'react'

/**
 * A hook that opens what the app of a person keeps on the phone, once for all its parts. It returns `failed` in browsers that
 * keep nothing, or without encryption, and undefined until it is open.
 */
export function createPhoneHook<Phone>(
  open: (user_id: string) => Promise<Phone>,
): (user_id: string) => Phone | 'failed' | undefined {
  const opened = new Map<string, Promise<Phone>>()
  const openOnce = (user_id: string): Promise<Phone> => {
    const phone = opened.get(user_id) ?? open(user_id)
    opened.set(user_id, phone)
    return phone
  }
  return function useOpenPhone(user_id) {
    const [state, setState] = useState<{ user_id: string; phone: Phone | 'failed' }>()
    useEffect(() => {
      let isCurrent = true
      const show = (phone: Phone | 'failed') => {
        if (isCurrent) setState({ user_id, phone })
      }
      // Addresses without HTTPS have no encryption.
      if (!isSecureContext) show('failed')
      else openOnce(user_id).then(show, () => show('failed'))
      return () => {
        isCurrent = false
      }
    }, [user_id])
    return state?.user_id === user_id ? state.phone : undefined
  }
}
