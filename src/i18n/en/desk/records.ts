/** The records of the desk: names of facts and fields, what can be done with them, and what it does. */
export const records = {} as const
