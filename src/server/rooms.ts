/*
 * Room for answers that are written as bytes. New memory for each costs more than all that is written into it: so a room
 * is used again as soon as its answer is sent, the last one first.
 */

const roomLength = 64 * 1024
const mostFree = 64

const free: Buffer[] = []

/** What lies in a room. One that is never sent is the collector's. */
type Lent = Buffer & { room?: Buffer | undefined }

/** At least so many bytes, with anything in them. */
export function takeRoom(length: number): Buffer {
  return length > roomLength ? Buffer.allocUnsafe(length) : (free.pop() ?? Buffer.allocUnsafeSlow(roomLength))
}

/** What is written of a room, as the answer that is sent. */
export function writtenOf(room: Buffer, length: number): Buffer {
  const written: Lent = room.subarray(0, length)
  if (room.length === roomLength) written.room = room
  return written
}

/** To be told when nobody reads the answer any more; one that was not written in a room is let be. */
export function giveRoom(answer: Lent): void {
  const { room } = answer
  if (room === undefined) return
  answer.room = undefined
  if (free.length < mostFree) free.push(room)
}
