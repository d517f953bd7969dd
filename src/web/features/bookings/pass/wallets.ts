import type { Wallet } from '#contract/wallet-passes/wallets.ts'

/**
 * The wallets for which a device can take a pass. iPhones have Apple's and Android has Google's; an iPad has neither. A Mac
 * hands passes on to the iPhone of the same person, and Google saves them to an account from any computer.
 */
export function walletsOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Wallet[] {
  if (/iPhone|iPod/.test(userAgent)) return ['apple']
  if (/Android/.test(userAgent)) return ['google']
  const isMac = /Macintosh/.test(userAgent)
  // Safari on an iPad says that it is a Mac, which has no touch screen.
  if (/iPad/.test(userAgent) || (isMac && maxTouchPoints > 1)) return []
  return isMac ? ['apple', 'google'] : ['google']
}
