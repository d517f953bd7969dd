import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { findVisit } from '#contract/figures/visit.ts'
import { call } from '#web/api/call.ts'
import { useStoredCountry } from '#web/storage/country.ts'

/**
 * Reports the pages that are opened without the server, which counts those that it renders. An address that replaces
 * another is the same page.
 */
export function CountVisits(): null {
  const { pathname, search } = useLocation()
  const type = useNavigationType()
  const country = useStoredCountry()?.code
  const address = pathname + search
  const visit = JSON.stringify(findVisit(address))
  const counted = useRef(visit)
  useEffect(() => {
    if (visit === counted.current) return
    counted.current = visit
    if (visit === undefined || type === NavigationType.Replace) return
    // What is not counted is lost: nobody waits for it.
    call('POST /api/v1/visits', { body: { address: address.slice(0, 2_000), country } }).catch(() => undefined)
  }, [visit, address, type, country])
  return null
}
