import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Pages that were opened before a deployment load the rest of their code for this long. */
const lifetime_ms = 24 * 3_600_000

/** When a file was no longer part of a build, by name: RFC 3339. */
type ReplacedAt = Readonly<Record<string, string>>

/** Lists the files of earlier builds that the new one keeps, each with the time at which it was replaced. */
function listEarlierAssets(
  old: readonly string[],
  fresh: readonly string[],
  earlier: ReplacedAt,
  now: Date,
): ReplacedAt {
  const current = new Set(fresh)
  return Object.fromEntries(
    old
      .filter((name) => !current.has(name))
      .map((name) => [name, earlier[name] ?? now.toISOString()] as const)
      .filter(([, replacedAt]) => now.getTime() - Date.parse(replacedAt) < lifetime_ms),
  )
}

/** Copies the hashed files of the earlier build into the new one and drops those that were replaced a day ago. */
export async function copyEarlierAssets(old: string, fresh: string, now: Date): Promise<void> {
  const [oldNames, freshNames] = await Promise.all([old, fresh].map((folder) => listNames(join(folder, 'assets'))))
  const earlierText = await readFile(join(old, '.earlier.json'), 'utf8').catch(() => '{}')
  const stored = listEarlierAssets(oldNames!, freshNames!, JSON.parse(earlierText) as ReplacedAt, now)
  for (const name of Object.keys(stored))
    await cp(join(old, 'assets', name), join(fresh, 'assets', name), { recursive: true, preserveTimestamps: true })
  await writeFile(join(fresh, '.earlier.json'), JSON.stringify(stored))
}

const listNames = (folder: string) => readdir(folder).catch(() => [])
