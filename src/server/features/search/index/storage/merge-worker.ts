import { parentPort, workerData } from 'node:worker_threads'
import { Tombstones } from './tombstones.ts'
import { openPart } from './layout.ts'
import { mergeParts, type Merging } from './merge.ts'

const parts = (workerData as Merging).map(({ bytes, dead }) => openPart(bytes, new Tombstones(dead)))
parentPort!.postMessage(mergeParts(parts).bytes)
