import type { search as english } from '#i18n/en/search.ts'
import type { Shape } from '#i18n/shape.ts'

export const search: Shape<typeof english> = {}
