import { questionsFor } from '#contract/bookings/booking-questions.ts'

type Anchors = Readonly<Partial<Record<string, readonly string[]>>>

/** The anchors that our pages link to, by text. */
export const neededAnchors: Anchors = {
  help: Object.values(questionsFor).flat(),
  'install-app': ['ios', 'android'],
}

/** The anchors of parts that the web adds to a text. */
export const addedAnchors: Anchors = { help: ['contact'] }
