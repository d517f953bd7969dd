import { home } from './home.ts'
import { home_lower } from './home_lower.ts'
import { park } from './parks/park.ts'
import { reviews } from './parks/reviews.ts'
import { events } from './site/events.ts'
import { sliders } from './sliders.ts'

/** What the lower part of the home page says beside `first.ts`. */
export const front = { events, home: { ...home, ...home_lower }, park, reviews, sliders }
