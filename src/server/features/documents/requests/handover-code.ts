import { randomInt } from 'node:crypto'

/** The code of a handover: on the parcel's slip for a delivery, on the customer's page for a pickup. */
export const newHandoverCode = (): string => String(randomInt(10_000)).padStart(4, '0')
