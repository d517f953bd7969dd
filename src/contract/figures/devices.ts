export const devices = ['phone', 'tablet', 'desktop'] as const
export type Device = (typeof devices)[number]

/** Whether a user agent is that of a search engine, which runs a page's scripts and never chooses. A Cubot is a phone. */
export const isSearchEngine = (userAgent: string): boolean => /(?<!cu)bot\b|crawler|spider/i.test(userAgent)

const crawler =
  /(?<!cu)bot\b|crawl|spider|slurp|headless|lighthouse|mediapartners|externalhit|embedly|preview|monitor|pingdom/i

/** Whether a user agent is that of a search engine or of any other program, whose visits are not counted. */
export const isCrawler = (userAgent: string): boolean => crawler.test(userAgent)

/**
 * The class of device of a user agent; undefined for crawlers and for programs that are no browser. An iPad that asks for
 * the pages of a desktop computer, as it does by default, counts as one.
 */
export function readDevice(userAgent: string | undefined): Device | undefined {
  if (userAgent === undefined || !/^(Mozilla|Opera)\//.test(userAgent) || isCrawler(userAgent)) return undefined
  if (/ipad|tablet|playbook|kindle|silk(?!.*mobile)|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobi|iphone|ipod|windows phone|opera mini/i.test(userAgent) ? 'phone' : 'desktop'
}
