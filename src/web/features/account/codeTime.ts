import { formatMinutes } from '#contract/numbers.ts'
import { settings } from '#contract/settings/settings.ts'

/** How long a mailed code can be used, as a sentence has it. */
export const codeTime = (locale: string): string => formatMinutes(settings().otp.code_minutes, locale)
