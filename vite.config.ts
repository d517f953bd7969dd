import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { homeWithoutSchemas, noChunkCycles, smallEntry } from './build/checks.ts'
import { chunkGroups, firstPageModules, noDeadRules } from './build/chunks.ts'
import { deskAsData, deskRecordsByName } from './build/desk.ts'
import { findPreloads, preloadedPages } from './build/preloads.ts'

const browser: UserConfig = {
  base: '/',
  plugins: [
    react(),
    tailwindcss(),
    firstPageModules,
    deskAsData,
    deskRecordsByName,
    preloadedPages,
    noDeadRules,
    noChunkCycles,
    smallEntry,
    homeWithoutSchemas,
  ],
  build: {
    outDir: 'dist/web',
    // Every browser that runs the code knows it by itself, or does without.
    modulePreload: {
      polyfill: false,
      resolveDependencies: findPreloads,
    },
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // Nothing as data: the Content-Security-Policy needs no hole for it.
    assetsInlineLimit: 0,
    target: 'es2022',
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    // The map alone passes the default, and it is loaded only where a map is.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // What nobody names of the contract is not loaded for its own sake.
      treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]contract[\\/]/, sideEffects: false }] },
      output: {
        // Compiled on another thread while it is fetched, not function by function while the map starts
        // (https://v8.dev/blog/explicit-compile-hints).
        postBanner: ({ name }) => (name === 'maplibre' ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  worker: { format: 'es' },
}

/** The renderer of the pages, which the server loads as a module; with React's production build in it. */
const renderer: UserConfig = {
  plugins: [react()],
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/web/entry-server.tsx',
    outDir: 'dist/rendering',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node24',
    minify: false,
    // As in the browser's build, so that both name the same files.
    assetsInlineLimit: 0,
  },
}

/** The service worker, in one file at the root, which is the scope of what it answers. */
const serviceWorker: UserConfig = {
  publicDir: false,
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'src/web/service-worker/worker.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
}

export default defineConfig(({ isSsrBuild, mode }) =>
  isSsrBuild === true ? renderer : mode === 'service-worker' ? serviceWorker : browser,
)
