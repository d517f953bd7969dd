import { setFlagsFromString } from 'node:v8'
import { startServer } from '#server/start.ts'

await startServer(process.env)
// `npm start` lets the heap grow slowly while most of what is made is garbage; answering must not wait for collections.
setFlagsFromString('--heap-growing-percent=0')
