/** How long things are kept, in days; `test/policy-page.test.ts` holds it to the code. */
export const keeping = { session: 30, mails: 30 } as const
