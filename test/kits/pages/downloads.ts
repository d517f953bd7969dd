import { onTestFinished, vi } from 'vitest'

interface Saved {
  name: string
  file: Blob
}

/** What the page saves from now on until the test ends, in place of the browser's downloads. */
export function keepDownloads(): Saved[] {
  const saved: Saved[] = []
  const files = new Map<string, Blob>()
  const address = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = `blob:${crypto.randomUUID()}`
    files.set(url, file as Blob)
    return url
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (!this.hasAttribute('download')) HTMLElement.prototype.click.call(this)
    else saved.push({ name: this.download, file: files.get(this.href)! })
  })
  onTestFinished(() => {
    address.mockRestore()
    click.mockRestore()
  })
  return saved
}
