import { useSyncExternalStore } from 'react'

/** Chromium's offer to install the page as an app; other browsers only have menus. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

let offered: InstallPrompt | undefined
const listeners = new Set<() => void>()

const setOffered = (prompt: InstallPrompt | undefined) => {
  offered = prompt
  for (const listener of listeners) listener()
}

/** Remembers the offer, which the browser makes once for each page load. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => setOffered(event as InstallPrompt))
  addEventListener('appinstalled', () => setOffered(undefined))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The function that asks the visitor to install the app; undefined where the browser does not offer it. */
export function useInstall(): (() => Promise<void>) | undefined {
  const prompt = useSyncExternalStore(
    subscribe,
    () => offered,
    () => undefined,
  )
  if (prompt === undefined) return undefined
  return async () => {
    // Each offer can be used once.
    setOffered(undefined)
    await prompt.prompt()
  }
}
