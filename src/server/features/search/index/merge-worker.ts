import { parentPort, workerData } from 'node:worker_threads'
import { Dead } from './dead.ts'
import { openPart } from './layout.ts'
import { mergeParts, type Merging } from './merge.ts'

const parts = (workerData as Merging).map(({ bytes, dead }) => openPart(bytes, new Dead(dead)))
parentPort!.postMessage(mergeParts(parts).bytes)
