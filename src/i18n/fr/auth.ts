import type { auth as english } from '#i18n/en/auth.ts'
import type { Shape } from '#i18n/shape.ts'

export const auth: Shape<typeof english> = {}
