import { parentPort, workerData } from 'node:worker_threads'
import { openPart } from './layout.ts'
import { mergeParts, type Merging } from './merge.ts'
import { Tombstones } from './tombstones.ts'

const parts = (workerData as Merging).map(({ bytes, dead }) => openPart(bytes, new Tombstones(dead)))
parentPort!.postMessage(mergeParts(parts).bytes)
