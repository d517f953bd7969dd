import { events } from './events.ts'
import { park } from './park.ts'
import { reviews } from './reviews.ts'
import { sliders } from './sliders.ts'

/** What the lower part of the home page says beside `first.ts`. */
export const front = { events, park, reviews, sliders }
