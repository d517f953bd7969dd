let clock = (): Date => new Date()

/**
 * The current time, for everything that is rendered. On the server and while the browser hydrates it is the moment at
 * which the server rendered the page, so that both give the same text.
 */
export const readNow = (): Date => clock()

export const setClock = (read: () => Date): void => {
  clock = read
}
