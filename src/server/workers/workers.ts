import { availableParallelism } from 'node:os'
import { minute_ms } from '#contract/time.ts'
import { WorkerPool } from './pool.ts'

/** The processes of this server by what they do, so that hostile uploads don’t hold up receipts, nor receipts a pass. */
export interface Workers {
  /** Inspects and re-encodes files of strangers. */
  uploads: WorkerPool
  /** Renders receipts and statements. */
  documents: WorkerPool
  /** Draws the QR codes of passes. */
  passes: WorkerPool
  /** Draws cities and the surroundings of car parks. */
  pictures: WorkerPool
  /** Writes spreadsheet files. */
  exports: WorkerPool
  close(): Promise<void>
}

const mb = 1024 * 1024

/** Starts no process yet. Those of a server that `is_polite` leave the processor to the server itself when both want it. */
export function createWorkers({ is_polite = true } = {}): Workers {
  const nice = (niceness: number) => (is_polite ? niceness : 0)
  const pools = {
    uploads: new WorkerPool({
      processes: 1,
      waiting: 8,
      time_ms: 8_000,
      memory_mb: 256,
      output_bytes: 6 * mb,
      niceness: nice(5),
    }),
    documents: new WorkerPool({
      processes: availableParallelism() > 3 ? 2 : 1,
      waiting: 32,
      time_ms: 20_000,
      memory_mb: 256,
      output_bytes: 16 * mb,
      niceness: nice(2),
    }),
    exports: new WorkerPool({
      processes: 1,
      waiting: 4,
      time_ms: minute_ms,
      memory_mb: 768,
      output_bytes: 32 * mb,
      niceness: nice(5),
    }),
    pictures: new WorkerPool({
      processes: 1,
      waiting: 300,
      time_ms: 8_000,
      memory_mb: 128,
      output_bytes: mb / 8,
      niceness: nice(2),
    }),
    passes: new WorkerPool({ processes: 1, waiting: 200, time_ms: 8_000, memory_mb: 64, output_bytes: mb }),
  }
  return { ...pools, close: async () => void (await Promise.all(Object.values(pools).map((pool) => pool.close()))) }
}
