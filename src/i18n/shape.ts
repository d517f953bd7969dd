/** The same keys with any sentence: what one catalogue's translation must be. */
export type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }
