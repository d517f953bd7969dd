/*
 * What a PDF's names tell. Every look here takes time in proportion to the text, whatever stands in it: the file comes
 * from a stranger, and a pattern that tries again from each place would hold the server for hours.
 */

const actions = 'JavaScript|Launch|Rendition|SubmitForm|ImportData|RichMediaExecute|GoToR|GoToE'
const anAction = new RegExp(`/(?:${actions})(?![A-Za-z])`, 'y')
const aScript = /\/(?:JavaScript|Launch)(?![A-Za-z])/y
/** A name that is enough by itself: a file inside the file. */
const inside = /\/(?:EmbeddedFiles?|RichMedia)(?![A-Za-z])/
const telling = new RegExp(`/(?:${actions}|JS|XFA|Encrypt)(?![A-Za-z])`)

/** Actions by their `/S`, or as a name that something refers to; scripts; files inside the file; forms that compute. */
export function isActive(text: string): boolean {
  if (inside.test(text)) return true
  return hasPair(text, /\/(?:S|JS|XFA)(?![A-Za-z])|\bobj/g, (word, at, gaps) => {
    if (word === '/S') return isAt(anAction, text, at)
    if (word === 'obj') return isAt(aScript, text, at)
    if (word === '/JS' && (text[at] === '(' || text[at] === '<')) return true
    return (word === '/XFA' && text[at] === '[') || isReference(text, at, gaps)
  })
}

/** Behind a password. */
export const isLocked = (text: string): boolean =>
  hasPair(text, /\/Encrypt(?![A-Za-z])/g, (_word, at, gaps) => text.startsWith('<<', at) || isReference(text, at, gaps))

/** Whether anything that `words` finds is followed, behind what a reader skips, by what `holds`. */
function hasPair(text: string, words: RegExp, holds: (word: string, at: number, gaps: Int32Array) => boolean): boolean {
  if (!telling.test(text)) return false
  const gaps = gapEnds(text)
  for (const { 0: word, index } of text.matchAll(words)) {
    if (holds(word, gaps[index + word.length]!, gaps)) return true
  }
  return false
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

const mostDigits = 10

/** `7 0 R`. More digits than any number of an object has are taken for one. */
function isReference(text: string, start: number, gaps: Int32Array): boolean {
  let at = start
  for (let n = 0; n < 2; n += 1) {
    const [digits = ''] = /^\d*/.exec(text.slice(at, at + mostDigits + 1))!
    if (digits === '') return false
    if (digits.length > mostDigits) return true
    const next = gaps[at + digits.length]!
    if (next === at + digits.length) return false
    at = next
  }
  return text[at] === 'R'
}

const percent = 37
/** NUL, tab, the ends of lines and of pages, space; and the no-break space, which some readers skip too. */
const isWhite = (sign: number): boolean => sign === 0 || (sign >= 9 && sign <= 13) || sign === 32 || sign === 160

/** For each place of a text, and the one behind it, where white space and comments that begin there end. */
function gapEnds(text: string): Int32Array {
  const ends = new Int32Array(text.length + 1)
  let behindLine = text.length
  ends[text.length] = text.length
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const sign = text.charCodeAt(at)
    if (sign === 10 || sign === 13) behindLine = at + 1
    ends[at] = sign === percent ? ends[behindLine]! : isWhite(sign) ? ends[at + 1]! : at
  }
  return ends
}
