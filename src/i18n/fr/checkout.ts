import type { checkout as english } from '#i18n/en/checkout.ts'
import type { Shape } from '#i18n/shape.ts'

export const checkout: Shape<typeof english> = {}
