import type { park as english } from '#i18n/en/park.ts'
import type { Shape } from '#i18n/shape.ts'

export const park: Shape<typeof english> = {}
