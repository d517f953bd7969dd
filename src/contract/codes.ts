/** Of codes that people read: without 0, O, 1, I, L and U, which are easily misread. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A typed or pasted code as it is compared: letters and digits in capitals, without what stands between them. */
export const normalizeCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The reference of a top-up or a refund as it is stored, `PW-…` or `RF-…`; another text trimmed. */
export const readReference = (typed: string): string =>
  /^(PW|RF)([A-Z\d]{12})$/.exec(normalizeCode(typed))?.slice(1).join('-') ?? typed.trim()

/** A promo code as it is stored, where `-` and `_` may stand: any dash as a hyphen, without spaces, dots and marks. */
export const readPromoCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\p{Z}\p{Cf}.·•]/gu, '')
