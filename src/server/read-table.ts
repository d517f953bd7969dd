import { unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { AppError, type ErrorParams, fieldError } from '#server/http/errors.ts'
import { JobEnded, type WorkerPool } from '#server/workers/pool.ts'
import { decodeFile, parseCsv, type FileRow } from './read-csv.ts'

/* Reads an uploaded table, CSV or the first sheet of an XLSX file, in a worker. */

/** So much a spreadsheet may hold once it is unpacked. */
const mostUnpacked_bytes = 48 * 1024 * 1024
const mostCells = 400_000

type Read = { rows: FileRow[] } | { key: string; params: ErrorParams }

const isZip = (content: Uint8Array): boolean => content[0] === 0x50 && content[1] === 0x4b

/** Runs in a worker. Says what is wrong as the key of its sentence, because errors do not pass between processes. */
export async function readRows(content: Uint8Array): Promise<Read> {
  try {
    return { rows: isZip(content) ? await readWorkbook(content) : parseCsv(await decodeFile(content)) }
  } catch (error) {
    const [problem] = error instanceof AppError ? error.fields : []
    if (problem === undefined && !isZip(content)) throw error
    return { key: problem?.key ?? 'table_unreadable', params: problem?.params ?? {} }
  }
}

async function readWorkbook(content: Uint8Array): Promise<FileRow[]> {
  let unpacked = 0
  const files = unzipSync(content, {
    filter: ({ name, originalSize }) => {
      if (!name.endsWith('.xml') && !name.endsWith('.rels')) return false
      unpacked += originalSize
      if (unpacked > mostUnpacked_bytes) throw fieldError('file', 'table_large')
      return true
    },
  })
  // Packed again without compression: what is read next is no larger than what was measured.
  const measured = Buffer.from(zipSync(files, { level: 0 }))
  const rows = await readSheet(measured, { parseNumber: (text: string) => writeNumber(text) } as never)
  const cells = (rows as unknown[][]).map((row) => row.map(writeCell))
  if (cells.reduce((sum, row) => sum + row.length, 0) > mostCells) throw fieldError('file', 'table_large')
  return cells
    .map((row, index) => ({ number: index + 1, cells: row }))
    .filter(({ cells: row }) => row.some((cell) => cell !== ''))
}

/** Spreadsheets store 12.9 as 12.899999999999999 where it was calculated; they show fifteen digits. */
const writeNumber = (text: string): string => String(Number(Number(text).toPrecision(15)))

const writeCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return String(value)
}

const job = { module: import.meta.url, name: 'readRows' }

/** Reads the rows of an uploaded table in a worker, the headings first. Throws 422 at `file`. */
export async function readTable(pool: WorkerPool, content: Uint8Array): Promise<FileRow[]> {
  const read = await pool.run<typeof readRows>(job, content).catch((error: unknown) => {
    throw error instanceof JobEnded ? fieldError('file', 'table_large') : error
  })
  if ('rows' in read) return read.rows
  throw fieldError('file', read.key, read.params)
}
