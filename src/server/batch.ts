/** From then on a load that hangs holds nobody else up. */
const patience_ms = 100
const most = 64

type Waiting<Key, Value> = { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }

/**
 * Loads that come together are made together: what comes in one turn of the loop leaves as one, and while a load is under
 * way those that come meanwhile wait for the next. With little to do each goes at once, and none is answered by what was
 * read before it was asked. `load` gives a value for each key in the order given; where it fails for several, each is
 * tried alone and answers for itself.
 */
export function gather<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = []
  let running = 0
  let last_start = 0
  let isDue = false

  const mayStart = () => waiting.length > 0 && (running === 0 || performance.now() - last_start > patience_ms)

  async function work(): Promise<void> {
    while (mayStart()) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      running += 1
      last_start = performance.now()
      await serve(batch)
      running -= 1
    }
  }

  async function serve(batch: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await load(batch.map(({ key }) => key))
      for (const [n, { resolve }] of batch.entries()) resolve(values[n]!)
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else for (const one of batch) await serve([one])
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (isDue) return
      isDue = true
      setImmediate(() => {
        isDue = false
        void work()
      })
    })
}
