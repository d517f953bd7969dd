/**
 * The state of the history entry of a booking's page that was opened by scanning the gate at this code: no link from elsewhere
 * can set it, so that none can check anybody in.
 */
export const scannedGate = (park_code: string): { gate: string } => ({ gate: park_code })

/** Returns the code from such a state; undefined from any other. */
export function readScannedGate(state: unknown): string | undefined {
  const { gate } = (state ?? {}) as { gate?: unknown }
  return typeof gate === 'string' ? gate : undefined
}
