/** Of codes that people read: without 0, O, 1, I, L and U, which are easily misread. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
