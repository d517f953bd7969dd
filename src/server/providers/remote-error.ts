/** Another service did not answer or refused: nothing of ours is broken, and the work is tried again. */
export class RemoteError extends Error {
  override readonly name: string = 'RemoteError'
}
