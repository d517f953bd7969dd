/** From this size radix sort is faster than comparing. */
const radixThreshold = 4096
const digits = 2 ** 16

/** Sorts `order` in place by 32-bit `keys`, the first being most significant; stable. */
export function sortBy(order: Uint32Array, ...keys: ((row: number) => number)[]): void {
  if (order.length < radixThreshold) {
    order.sort((a, b) => {
      for (const key of keys) {
        const difference = key(a) - key(b)
        if (difference !== 0) return difference
      }
      return 0
    })
    return
  }
  let from: Uint32Array = order
  let to: Uint32Array = new Uint32Array(order.length)
  for (const key of keys.toReversed()) {
    const values = new Uint32Array(order.length)
    for (let at = 0; at < order.length; at += 1) values[order[at]!] = key(order[at]!)
    for (const shift of [0, 16]) {
      if (sortDigit(from, to, values, shift)) [from, to] = [to, from]
    }
  }
  if (from !== order) order.set(from)
}

/** Returns false when all have the same digit and nothing was moved. */
function sortDigit(from: Uint32Array, to: Uint32Array, values: Uint32Array, shift: number): boolean {
  const starts = new Uint32Array(digits)
  for (let at = 0; at < from.length; at += 1) starts[(values[from[at]!]! >>> shift) & 0xffff]! += 1
  let sum = 0
  for (let digit = 0; digit < digits; digit += 1) {
    const count = starts[digit]!
    if (count === from.length) return false
    starts[digit] = sum
    sum += count
  }
  for (let at = 0; at < from.length; at += 1) {
    const row = from[at]!
    const digit = (values[row]! >>> shift) & 0xffff
    to[starts[digit]!] = row
    starts[digit]! += 1
  }
  return true
}
