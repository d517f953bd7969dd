import type { Session } from '#contract/accounts/account.ts'

type Device = Session['device']

/** The first match counts, because most browsers also name those they derive from. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPX?T?\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string, Device['kind']][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
]

/** Describes a user agent for its owner. Returns only names from these tables. */
export function describeDevice(user_agent: string | null): Device {
  const text = user_agent ?? ''
  const system = systems.find(([pattern]) => pattern.test(text))
  const browser = browsers.find(([pattern]) => pattern.test(text))
  return { kind: system?.[2] ?? 'other', browser: browser?.[1] ?? null, system: system?.[1] ?? null }
}
