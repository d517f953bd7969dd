import { renderHook, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMapHost, type MapHost } from '#simulators/map-host.ts'
import { pageConfig } from '#web/api/config.ts'

let host: MapHost
beforeAll(async () => {
  host = await startMapHost()
})
afterAll(async () => {
  delete pageConfig.hosted_map
  await host.close()
})

/** Loads the style as the first map of a visit does. */
async function loadStyle(hosted: { light: string; dark: string } | undefined, theme: 'light' | 'dark' = 'light') {
  const { result } = await renderStyle(hosted, theme)
  return result.current.base!
}

async function renderStyle(hosted: { light: string; dark: string } | undefined, theme: 'light' | 'dark') {
  vi.resetModules()
  const { pageConfig: config } = await import('#web/api/config.ts')
  config.hosted_map = hosted
  const { useBaseStyle } = await import('./baseStyle.ts')
  const onFailed = vi.fn()
  const rendered = renderHook((shown: 'light' | 'dark') => useBaseStyle(shown, onFailed), { initialProps: theme })
  await waitFor(() => expect(rendered.result.current.base).toBeDefined())
  expect(onFailed).not.toHaveBeenCalled()
  return rendered
}
const both = (url: string) => ({ light: url, dark: url })

test('draws the packed map when no hosted one is configured', async () => {
  const { style, isHosted } = await loadStyle(undefined)
  expect([isHosted, style.name]).toEqual([false, 'Offline basemap (light)'])
})

test.each(['light', 'dark'] as const)('draws the hosted map in the %s theme', async (theme) => {
  const hosted = { light: host.styleUrl('answers', 'light'), dark: host.styleUrl('answers', 'dark') }
  const { style, isHosted } = await loadStyle(hosted, theme)
  expect([isHosted, style.name]).toEqual([true, `Stand-in (${theme})`])
})

test.each(['refuses', 'hangs', 'lies'] as const)('draws the packed map when the host %s', async (behaviour) => {
  const { isHosted } = await loadStyle(both(host.styleUrl(behaviour)))
  expect(isHosted).toBe(false)
})

test('draws the packed map when the host does not exist', async () => {
  const { isHosted } = await loadStyle(both('http://map.invalid/styles/light'))
  expect(isHosted).toBe(false)
})

test('keeps the packed map when the theme changes after the host has failed', async () => {
  const hosted = { light: host.styleUrl('refuses', 'light'), dark: host.styleUrl('answers', 'dark') }
  const { result, rerender } = await renderStyle(hosted, 'light')
  const request = vi.spyOn(globalThis, 'fetch')
  rerender('dark')
  rerender('light')
  expect(result.current.base?.isHosted).toBe(false)
  expect(request).not.toHaveBeenCalled()
  request.mockRestore()
})
