import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useProfile } from '#web/api/useProfile.ts'
import { ownShiftQuery } from './api.ts'
import { countStored, nothingStored, Till, type TillState } from './till.ts'

const opened = new Map<string, Promise<Till>>()

const openTill = (user_id: string): Promise<Till> => {
  const till = opened.get(user_id) ?? Till.open(user_id)
  opened.set(user_id, till)
  return till
}

const never = () => () => {}

/** The till of this device; undefined until it is read, and in browsers that store nothing. */
export function useTill(): { till: Till | undefined; state: TillState } {
  // What a device stores belongs to who logged in on it, whoever has unlocked its counter.
  const { data: profile } = useProfile()
  const user_id = profile?.counter?.owner_id ?? profile?.id
  const [found, setFound] = useState<{ user_id: string; till: Till }>()
  useEffect(() => {
    if (user_id === undefined) return undefined
    let isCurrent = true
    openTill(user_id).then(
      (till) => {
        if (isCurrent) setFound({ user_id, till })
      },
      // Nothing is stored here: the counter sells with the network alone.
      () => opened.delete(user_id),
    )
    return () => {
      isCurrent = false
    }
  }, [user_id])
  const till = found?.user_id === user_id ? found?.till : undefined
  const state = useSyncExternalStore(
    till?.subscribe ?? never,
    till?.readState ?? (() => nothingStored),
    () => nothingStored,
  )
  return { till, state }
}

const every_ms = 20_000

/** Sends what waits as soon as there is a network, and has the shift read again then. */
export function useSending(till: Till | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (till === undefined) return undefined
    const run = async () => {
      const before = countStored(till.readState())
      await till.send()
      if (countStored(till.readState()) < before) void queries.invalidateQueries({ queryKey: ownShiftQuery.queryKey })
    }
    const start = () => void run().catch(() => undefined)
    start()
    const timer = setInterval(start, every_ms)
    window.addEventListener('online', start)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', start)
    }
  }, [till, queries])
}
