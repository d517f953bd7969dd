import type { shell as english } from '#i18n/en/shell.ts'
import type { Shape } from '#i18n/shape.ts'

export const shell: Shape<typeof english> = {}
