import { useEffect, useState } from 'react'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import type { Language } from '#contract/places/places.ts'
import { useTranslation } from '#web/page/translation.ts'
import { findOfflineBooking } from './pass/offline.ts'
import { needsPass } from './phase.ts'

/*
 * Registers the service worker and asks it to keep the pages of bookings, once there is a pass to open, and
 * those of guards, couriers and counters. Other visitors get no worker.
 */

type OfflinePart = 'bookings' | 'guard' | 'courier' | 'counter'

/** Maximum wait for an idle browser; the time itself in browsers that cannot tell. */
const wait_ms = 2_000

const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: wait_ms })
    else setTimeout(resolve, wait_ms)
  })

const stored = new Map<string, Promise<boolean>>()

/**
 * Whether this browser can open bookings, the app of guards or couriers, or the counter in a language without a network, after an attempt to keep
 * their pages.
 */
function cachePages(language: Language, part: OfflinePart): Promise<boolean> {
  // Old browsers, private windows of some, and addresses without HTTPS have no service workers.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return Promise.resolve(false)
  const key = `${part} ${language}`
  const answer = stored.get(key) ?? requestPages(language, part).catch(() => false)
  stored.set(key, answer)
  return answer.then((isStored) => {
    // Tried again when the next booking is shown.
    if (!isStored) stored.delete(key)
    return isStored
  })
}

async function requestPages(language: Language, part: OfflinePart): Promise<boolean> {
  await whenIdle()
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }) => resolve(data === true))
    port1.start()
    active!.postMessage({ keep: language, part }, [port2])
  })
}

/**
 * Keeps the pages of bookings if the pass of one of them is still needed, or those of the app of guards. True once they are
 * kept.
 */
export function useCachedPages(isNeeded: boolean, part: OfflinePart = 'bookings'): boolean {
  const { language } = useTranslation()
  const [storedLanguage, setStoredLanguage] = useState<Language>()
  useEffect(() => {
    if (!isNeeded) return undefined
    let isCurrent = true
    void cachePages(language, part).then((isStored) => {
      if (isStored && isCurrent) setStoredLanguage(language)
    })
    return () => {
      isCurrent = false
    }
  }, [isNeeded, language, part])
  return isNeeded && storedLanguage !== undefined
}

/** Whether this booking opens on this device without a network, also after the browser was closed. */
export function useOpensOffline(booking: BookingDetails): boolean {
  const isStored = useCachedPages(booking.pass !== null && needsPass(booking, new Date()))
  return isStored && findOfflineBooking(booking.id) !== undefined
}
