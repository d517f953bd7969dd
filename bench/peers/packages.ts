import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What the benchmarks compare us with, in the only versions that were measured. None is a dependency of the product. */
const packages = {
  // Vendure's own `pg`, which it leaves to the shop to choose.
  vendure: { '@vendure/core': '3.7.3', pg: '8.23.1' },
  // Without its peers: React, Vite and TypeScript are the product's.
  'react-router': {
    'react-router': '8.4.0',
    '@react-router/dev': '8.4.0',
    '@react-router/node': '8.4.0',
    '@react-router/serve': '8.4.0',
    isbot: '5.2.3',
  },
  kdbush: { kdbush: '4.1.0', geokdbush: '2.1.0' },
} as const satisfies Record<string, Record<string, string>>

/**
 * Installs a peer with npm into a folder of its own, unless it is there already, and returns that folder. No install script
 * runs, so its packages must come built.
 */
export function installPeer(name: keyof typeof packages): string {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/peers', name)
  const file = join(folder, 'package.json')
  const content = `${JSON.stringify({ private: true, dependencies: packages[name] }, undefined, 2)}\n`
  const isInstalled =
    existsSync(join(folder, 'node_modules')) && existsSync(file) && readFileSync(file, 'utf8') === content
  if (isInstalled) return folder
  console.info(`Installing ${name} with npm…`)
  mkdirSync(folder, { recursive: true })
  const words = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--legacy-peer-deps',
    '--loglevel=error',
  ]
  const wanting = Object.entries(packages[name]).map(([key, version]) => `${key}@${version}`)
  writeFileSync(file, '{ "private": true }\n')
  execFileSync('npm', [...words, ...wanting], { cwd: folder, stdio: 'inherit' })
  // Written last, so that an interrupted installation is made again.
  writeFileSync(file, content)
  return folder
}

/** Loads a module of a peer. Its types are not installed here, so the caller gives what it needs of them. */
export const loadPeer = <Module>(folder: string, specifier: string): Module =>
  createRequire(join(folder, 'package.json'))(specifier) as Module
