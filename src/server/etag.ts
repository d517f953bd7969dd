import { createHash } from 'node:crypto'

/** Weak, because compression changes the bytes. */
export const calculateEtag = (content: string | Uint8Array): string =>
  `W/"${createHash('sha1').update(content).digest('base64url')}"`

/** Whether the browser has this version already. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((one) => one.trim() === etag) === true
