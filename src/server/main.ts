import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startServer } from '#server/start.ts'

/** When a start is over: its jobs have looked for work, and the first page has loaded the code that renders it. */
const settled_ms = 5_000

await startServer(process.env)
// `npm start` lets the heap grow slowly while most of what is made is garbage. Afterwards, answering must not wait for
// collections; one more gives back what the start has left (decision 32).
setTimeout(() => {
  setFlagsFromString('--heap-growing-percent=0')
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}, settled_ms).unref()
