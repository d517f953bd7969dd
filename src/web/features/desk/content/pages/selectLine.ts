/** Where a line of a text begins and ends; the last line for one that it does not have. Lines count from 1. */
export function findLine(text: string, line: number): { start: number; end: number } {
  const lines = text.split('\n')
  const index = Math.min(Math.max(line, 1), lines.length) - 1
  const start = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0)
  return { start, end: start + lines[index]!.length }
}

/** The line of a position in a text. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length

/** Selects a line and brings it into view. Long lines wrap, so that its place is measured. */
export function selectLine(area: HTMLTextAreaElement, line: number): void {
  const { start, end } = findLine(area.value, line)
  area.focus()
  area.setSelectionRange(start, end)
  const { font, letterSpacing, padding } = getComputedStyle(area)
  const mirror = document.createElement('div')
  Object.assign(mirror.style, { font, letterSpacing, padding, boxSizing: 'border-box', width: `${area.clientWidth}px` })
  Object.assign(mirror.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre-wrap' })
  mirror.style.overflowWrap = 'break-word'
  mirror.textContent = area.value.slice(0, start)
  document.body.append(mirror)
  area.scrollTop = mirror.clientHeight - area.clientHeight / 3
  mirror.remove()
}
