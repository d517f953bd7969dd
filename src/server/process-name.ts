import { hostname } from 'node:os'

/** How operators know this process: its computer, and its number there. */
export const processName = `${hostname()}:${process.pid}`
