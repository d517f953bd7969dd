/**
 * Returns a function that runs what reads something, one after the other in the order of the calls: of two at once, the one
 * that has read earlier could otherwise store it later. Rejects as `run` does; the next call runs all the same.
 */
export function inSequence(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(run, run)
    return last
  }
}
