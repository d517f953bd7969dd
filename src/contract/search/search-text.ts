/** Of a search text: links of maps are longer than names and addresses. */
export const longestSearch = { text: 200, link: 2_000 }

const link = /(?:https?:\/\/|\bgeo:|\bmaps?:[/?]|^[\w.]+\/)\S/i

/** Whether a search text is longer than the server reads. */
export const isTooLong = (text: string): boolean =>
  text.length > (link.test(text) ? longestSearch.link : longestSearch.text)
