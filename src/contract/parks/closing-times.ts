/** The last minute of a day as a closing time is midnight: nobody closes for a minute. */
export const closingMinute = (minute: number): number => (minute === 1_439 ? 1_440 : minute)

/** Writes closing times of 23:59 (also 23:59:59) in opening hours as 24:00. */
export const closeAtMidnight = (hours: string): string => hours.replaceAll(/-\s*23:59(?::\d\d)?(?!\d)/g, '-24:00')
