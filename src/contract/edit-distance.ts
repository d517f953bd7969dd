/**
 * How many mistakes turn a text into each beginning of another, from the empty one to the whole: a wrong, missing or added
 * character, or two that changed places.
 */
export function countMistakes(text: string, other: string): number[] {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_none, n) => n)
  for (let i = 1; i <= text.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = text[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && text[i - 1] === other[j - 2] && text[i - 2] === other[j - 1]
      row.push(
        Math.min(
          last[j]! + 1,
          row[j - 1]! + 1,
          last[j - 1]! + (isSame ? 0 : 1),
          isSwapped ? beforeLast[j - 2]! + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = row
  }
  return last
}
