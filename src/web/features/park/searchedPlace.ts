import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Place, Stay } from '#web/features/search/stay.ts'

/** `43.65,-79.38,City Hall`; the name may be missing and may hold commas. */
export function readFrom(text: string | null): Place | undefined {
  const parts = /^(-?\d{1,2}(?:\.\d{1,18})?),(-?\d{1,3}(?:\.\d{1,18})?)(?:,(.*))?$/.exec(text ?? '')
  if (parts === null) return undefined
  const [lat, lng] = [Number(parts[1]), Number(parts[2])]
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return undefined
  return { lat, lng, name: parts[3]?.trim().slice(0, 120) || undefined }
}

/** The place that was searched for: the stay's own, or what a link names in `from`. It is kept while the stay changes. */
export function useSearchedPlace({ place }: Stay): Place | undefined {
  const [params] = useSearchParams()
  const named = params.get('from')
  const [kept, setKept] = useState(named)
  if (named !== null && named !== kept) setKept(named)
  return place ?? readFrom(named ?? kept)
}
