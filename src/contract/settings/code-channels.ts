/** How codes that log in are sent. Those by text message need a gateway of the country, and are emailed without one. */
export const codeChannels = ['both', 'email', 'sms'] as const
export type CodeChannel = (typeof codeChannels)[number]

interface CodeSettings {
  otp: { channel: CodeChannel }
  site: { phone_verification: boolean }
}

/** Whether codes that log in may be sent by text message, where a gateway sends to the country. */
export const allowsTextCodes = ({ otp, site }: CodeSettings): boolean =>
  otp.channel !== 'email' && site.phone_verification

/** How a visitor from `country` can get a code; `texted` are the countries to which codes are sent by text message. */
export function findCodeChannels(
  { otp }: Pick<CodeSettings, 'otp'>,
  texted: readonly string[],
  country: string,
): { email: boolean; sms: boolean } {
  const sms = texted.includes(country)
  return { email: !sms || otp.channel !== 'sms', sms }
}
