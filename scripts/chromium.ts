import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The shell without a window takes less than the whole browser. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const macOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

function locateChromium(): string | undefined {
  const configured = process.env['CHROME_PATH']
  if (configured !== undefined && existsSync(configured)) return configured
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/snap/bin']
  for (const name of names) for (const folder of folders) if (existsSync(join(folder, name))) return join(folder, name)
  return existsSync(macOs) ? macOs : undefined
}

/**
 * The path of a Chromium: `CHROME_PATH`, one on the `PATH`, or Debian's package, which is installed when running as root on
 * Debian. Throws when there is none.
 */
export function findChromium(): string {
  const found = locateChromium()
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.info('No Chromium here: installing Debian’s.')
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env: environment })
    const install = (name: string) =>
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: environment,
      })
    try {
      install('chromium-headless-shell')
    } catch {
      install('chromium')
    }
    const installed = locateChromium()
    if (installed !== undefined) return installed
  }
  throw new Error('The browser journeys need a Chromium: install one, or name it with CHROME_PATH.')
}

/** No sandbox (containers run as root), no background requests, and software WebGL for the map. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
]

/**
 * Without a graphics card, GPU rasterization runs in software and takes two thirds of drawing; the first picture of a film
 * takes seconds. The map keeps WebGL.
 */
export const plainDrawing = ['--disable-gpu-rasterization', '--disable-gpu-compositing']
