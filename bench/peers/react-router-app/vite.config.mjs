import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/* Copied to where the packages of the peer are installed, and built there (react-router.ts). */

const source = join(process.env.PRODUCT, 'src')

export default defineConfig({
  plugins: [reactRouter()],
  resolve: {
    alias: Object.fromEntries(['contract', 'i18n', 'web'].map((folder) => [`#${folder}`, join(source, folder)])),
    // Components and router must have the same React, and the same context of the router.
    dedupe: ['react', 'react-dom', 'react-router', '@tanstack/react-query'],
  },
  // As in our own renderer: one file, with React's production build in it.
  ssr: { noExternal: true },
  environments: { ssr: { define: { 'process.env.NODE_ENV': '"production"' } } },
  build: { assetsInlineLimit: 0, target: 'es2022' },
})
