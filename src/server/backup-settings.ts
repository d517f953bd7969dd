import * as z from 'zod'
import { count, text } from './setting-kinds.ts'

/** Words of a setting that may be the text of a file with comments, as `age-keygen` writes it. */
const words = (text: string): string[] =>
  text
    .replaceAll(/^\s*#.*$/gm, '')
    .split(/[\s,]+/)
    .filter(Boolean)

export const backups = {
  BACKUP_DIR: text.optional().meta({
    unset: '`backups` in `DATA_DIR` for the embedded database',
    description: 'folder of the backups that `npm run backup` makes',
  }),
  BACKUP_RECIPIENTS: z
    .string()
    .transform(words)
    .pipe(z.array(z.string().regex(/^age1[02-9ac-hj-np-z]+$/, 'must be public keys of age, each age1…')))
    .optional()
    .meta({
      unset: 'required beside a PostgreSQL server; backups of the embedded database are then not encrypted',
      description:
        'public keys of [age](https://age-encryption.org) for which backups are encrypted, such as `age1…`; the server needs no more',
    }),
  BACKUP_IDENTITY: z
    .string()
    .transform(words)
    .pipe(z.array(z.string().regex(/^AGE-SECRET-KEY-(PQ-)?1[02-9AC-HJ-NP-Z]+$/, 'must be a file of age-keygen')))
    .optional()
    .describe(
      'secret key that belongs to one of them, best in the file that `age-keygen` wrote (`BACKUP_IDENTITY_FILE`): only where a backup is restored',
    ),
  BACKUP_KEEP_DAYS: count(1, 3_650)
    .default(30)
    .describe('backups that are older are deleted from the folder, the newest never'),
  BACKUP_COPY_COMMAND: text
    .optional()
    .describe(
      'command of the shell that copies the file `$1` off the machine, such as `rclone copy "$1" elsewhere:parkwell`',
    ),
}

const yearsOfBooks = (years: number, law: string) =>
  count(1, 100)
    .default(years)
    .describe(`calendar years for which ${law} asks to keep the books; what names a person in them goes then`)

export const retention = {
  KEEP_YEARS_NG: yearsOfBooks(6, 'Nigeria (Tax Administration Act)'),
  KEEP_YEARS_CA: yearsOfBooks(6, 'Canada (Income Tax Act, section 230)'),
  KEEP_YEARS_SN: yearsOfBooks(10, 'Senegal (OHADA act on accounting, article 24)'),
  KEEP_YEARS_US: yearsOfBooks(7, 'the United States (IRS, the longest of its periods)'),
}
