import type { bookings as english } from '#i18n/en/bookings.ts'
import type { Shape } from '#i18n/shape.ts'

export const bookings: Shape<typeof english> = {}
