import { useEffect, useState } from 'react'
import { watchResources } from './resources.ts'

/** Throws what did not come to the boundary around it, which loads the page anew. */
export function ResourceCheck() {
  const [missing, setMissing] = useState<string>()
  useEffect(() => watchResources(setMissing), [])
  if (missing !== undefined) throw Object.assign(new Error(`did not arrive: ${missing}`), { name: 'ChunkLoadError' })
  return null
}
