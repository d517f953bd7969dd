/** Offers a link to the device's apps, or copies it where there are none; `copied` asks for a message. */
export async function shareLink(link: { title: string; url: string }): Promise<'shared' | 'copied' | 'failed'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(link)
      return 'shared'
    } catch (error) {
      // Closed by the reader.
      if ((error as Error).name === 'AbortError') return 'shared'
    }
  }
  return copyLink(link.url)
}

export async function copyLink(url: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'failed'
  }
}
