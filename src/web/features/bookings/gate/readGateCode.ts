import { codeAlphabet, normalizeCode } from '#contract/codes.ts'

/** The addresses of a car park's page and of the booking at its gate; their last part is its code or its slug. */
const gatePath = /^\/(?:park|booking)\/([^/]+)\/?$/i
const parkCode = new RegExp(`^[${codeAlphabet}]{4,12}$`)

/**
 * Returns the code, or the slug, of the car park that a poster at a gate names: as an address, with or without its scheme, or
 * as the code itself. Undefined for anything else. The host is not looked at, because nothing of the address is opened.
 */
export function readGateCode(text: string): string | undefined {
  const typed = text.trim()
  const handle = typed.includes('/') ? readAddress(typed) : typed
  const code = handle && normalizeCode(handle)
  if (code !== undefined && parkCode.test(code)) return code
  return typed.includes('/') ? handle : undefined
}

function readAddress(text: string): string | undefined {
  const hasScheme = /^[a-z][\w+.-]*:(?!\d)/i.test(text)
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  const [, handle] = gatePath.exec(url.pathname) ?? []
  try {
    return handle && decodeURIComponent(handle)
  } catch {
    return undefined
  }
}
