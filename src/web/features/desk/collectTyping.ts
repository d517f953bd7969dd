/**
 * Collects what is typed from now on, until a field that was asked for has the focus: somebody who opens a dialog by
 * keyboard types at once. Returns a function that ends it and gives the text.
 */
export function collectTyping(): () => string {
  let typed = ''
  const collect = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    // Neither a shortcut of the screen nor a letter in another field.
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', collect, true)
  return () => {
    window.removeEventListener('keydown', collect, true)
    return typed
  }
}
