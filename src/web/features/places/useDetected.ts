import { useEffect, useState } from 'react'
import { useCountriesSettled } from './api.ts'
import { type DetectedCountry, detectedFrom } from './detected.ts'
import type { IpData } from './ipData.ts'
import { lookUp, readLookup } from './lookup.ts'

/** `country` is undefined while `detecting`. */
interface Detection {
  detecting: boolean
  data: IpData | undefined
  country: DetectedCountry | undefined
}

/** Detects the reader's country once the list of countries is loaded (specification, section 4). */
export function useDetected(chosen: boolean): Detection {
  const settled = useCountriesSettled()
  const [data, setData] = useState(readLookup)
  const [done, setDone] = useState(data !== undefined)
  useEffect(() => {
    if (!settled || done) return
    let left = false
    void lookUp().then((found) => {
      if (left) return
      setData(found)
      setDone(true)
    })
    return () => {
      left = true
    }
  }, [settled, done])
  return { detecting: !done, data, country: done ? detectedFrom(data, chosen) : undefined }
}
