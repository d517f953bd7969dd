import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|mjs|css|svg|html|json|webmanifest|txt|xml)$/
/** The page template is filled in for each request, and Vite’s manifest is not served. */
const excluded = /^(index\.html|manifest\.json)$/
/** Below this the header costs more than the compression saves. */
const LEAST_BYTES = 512

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

type Effort = 'quick' | 'best'
const brotliQuality: Record<Effort, number> = { quick: 4, best: constants.BROTLI_MAX_QUALITY }
const gzipLevel: Record<Effort, number> = { quick: 4, best: constants.Z_BEST_COMPRESSION }

/** Writes a .br and a .gz file next to every text file in `folder`. Returns the number of compressed files. */
export const precompress = async (folder: string, effort: Effort): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name) && !excluded.test(entry.name))
  const done = await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name), effort)))
  return done.filter(Boolean).length
}

const compressFile = async (path: string, effort: Effort): Promise<boolean> => {
  const content = await readFile(path)
  if (content.length < LEAST_BYTES) return false
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await Promise.all([
    brotli(content, { params }).then((packed) => writeFile(`${path}.br`, packed)),
    zip(content, { level: gzipLevel[effort] }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
  return true
}
