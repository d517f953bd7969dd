import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startServer } from './start.ts'

/** By then, jobs have run once and the first page has loaded the code that renders pages. */
const settled_ms = 5_000

await startServer(process.env)
// `npm start` lets the heap grow slowly, because most of what a start allocates is garbage. Later that would slow down
// requests. A full collection then frees what the start left behind (decision 32).
setTimeout(() => {
  setFlagsFromString('--heap-growing-percent=0')
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  // What was compiled is stored at the end of a process otherwise, which one that is killed does not reach.
  flushCompileCache()
}, settled_ms).unref()
