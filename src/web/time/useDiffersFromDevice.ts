import { useHydrating } from '#web/page/rendering.ts'
import { differsFromDevice } from './quarterHours.ts'

/** Like `differsFromDevice`, for pages that the server renders: it does not know the device, so it names no zone. */
export function useDiffersFromDevice(): typeof differsFromDevice {
  const isHydrating = useHydrating()
  return (at, zone) => !isHydrating && differsFromDevice(at, zone)
}
