import type { Park } from '#contract/parks/parks.ts'
import type { ParkSearch } from '#web/features/booking-window/parkSearch.ts'
import { formatInstant } from '#web/features/booking-window/window.ts'
import { useQuote } from '#web/features/parks/api.ts'

/** The quote for the window and vehicle of the search. */
export const useParkQuote = (park: Park, search: ParkSearch) =>
  useQuote({
    park_id: park.id,
    vehicle_type_id: search.vehicle,
    start_time: formatInstant(search.start),
    end_time: formatInstant(search.end),
  })
