/** What the server answers to who tells what is wrong about a car park. */
export const mistakes = {
  thanks: 'Thank you. We’ll check it and make any corrections.',
} as const
