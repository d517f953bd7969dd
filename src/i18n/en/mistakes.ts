/** What the server answers to who tells what is wrong about a car park. */
export const mistakes = {
  thanks: 'Thank you. We look at it, and put it right.',
} as const
