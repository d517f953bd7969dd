import { park } from './parks/park.ts'
import { reviews } from './parks/reviews.ts'
import { events } from './site/events.ts'
import { sliders } from './sliders.ts'

/** What the lower part of the home page says beside `first.ts`. */
export const front = { events, park, reviews, sliders }
