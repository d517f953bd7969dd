import { useEffect, useState } from 'react'
import { watchResources } from './resources.ts'

/** Throws to the error boundary if a file of the first page is missing; the boundary reloads the page. */
export function ResourceCheck() {
  const [missing, setMissing] = useState<string>()
  useEffect(() => watchResources(setMissing), [])
  if (missing !== undefined) throw Object.assign(new Error(`did not arrive: ${missing}`), { name: 'ChunkLoadError' })
  return null
}
