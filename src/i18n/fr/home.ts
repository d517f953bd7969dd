import type { home as english } from '#i18n/en/home.ts'
import type { Shape } from '#i18n/shape.ts'

export const home: Shape<typeof english> = {}
