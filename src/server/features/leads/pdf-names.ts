/*
 * Detects encryption and active content by the names in a PDF. All checks run in linear time: the file is untrusted, and
 * a backtracking pattern could block the server for hours.
 */

const actions = 'JavaScript|Launch|Rendition|SubmitForm|ImportData|RichMediaExecute|GoToR|GoToE'
const actionName = new RegExp(`/(?:${actions})(?![A-Za-z])`, 'y')
const scriptName = /\/(?:JavaScript|Launch)(?![A-Za-z])/y
/** Embedded files: the name alone is enough. */
const embeddedFile = /\/(?:EmbeddedFiles?|RichMedia)(?![A-Za-z])/
const suspiciousName = new RegExp(`/(?:${actions}|JS|XFA|Encrypt)(?![A-Za-z])`)

/** Whether the text has an action (`/S` or an indirect name object), a script, an embedded file or an XFA form. */
export function isActive(text: string): boolean {
  if (embeddedFile.test(text)) return true
  return hasPair(text, /\/(?:S|JS|XFA)(?![A-Za-z])|\bobj/g, (word, at, gapEnds) => {
    if (word === '/S') return isAt(actionName, text, at)
    if (word === 'obj') return isAt(scriptName, text, at)
    if (word === '/JS' && (text[at] === '(' || text[at] === '<')) return true
    return (word === '/XFA' && text[at] === '[') || isReference(text, at, gapEnds)
  })
}

/** Whether the document is encrypted. */
export const isLocked = (text: string): boolean =>
  hasPair(
    text,
    /\/Encrypt(?![A-Za-z])/g,
    (_word, at, gapEnds) => text.startsWith('<<', at) || isReference(text, at, gapEnds),
  )

/** Whether a match of `words` is followed, after white space and comments, by something that `holds` accepts. */
function hasPair(
  text: string,
  words: RegExp,
  holds: (word: string, at: number, gapEnds: Int32Array) => boolean,
): boolean {
  if (!suspiciousName.test(text)) return false
  const gapEnds = findGapEnds(text)
  for (const { 0: word, index } of text.matchAll(words)) {
    if (holds(word, gapEnds[index + word.length]!, gapEnds)) return true
  }
  return false
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

const maxDigits = 10

/** Whether an indirect reference (`7 0 R`) starts there. Numbers longer than any object number count as one. */
function isReference(text: string, start: number, gapEnds: Int32Array): boolean {
  let at = start
  for (let n = 0; n < 2; n += 1) {
    const [digits = ''] = /^\d*/.exec(text.slice(at, at + maxDigits + 1))!
    if (digits === '') return false
    if (digits.length > maxDigits) return true
    const next = gapEnds[at + digits.length]!
    if (next === at + digits.length) return false
    at = next
  }
  return text[at] === 'R'
}

const percent = 37
/** PDF white space: NUL, tab, LF, VT, FF, CR and space, and the no-break space, which some readers skip too. */
const isWhiteSpace = (code: number): boolean => code === 0 || (code >= 9 && code <= 13) || code === 32 || code === 160

/** For each index up to `text.length`: where the white space and comments that start there end. */
function findGapEnds(text: string): Int32Array {
  const ends = new Int32Array(text.length + 1)
  let nextLine = text.length
  ends[text.length] = text.length
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) nextLine = at + 1
    ends[at] = code === percent ? ends[nextLine]! : isWhiteSpace(code) ? ends[at + 1]! : at
  }
  return ends
}
