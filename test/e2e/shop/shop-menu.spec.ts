import { expect, testInTurn } from '../kit/fixtures.ts'

testInTurn(2, 3)('nothing moves while the menu and an item are loading @phone', async ({ page }) => {
  for (const path of ['/marketplace', '/marketplace/full-wash']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shift, path).toBeLessThanOrEqual(0.02)
  }
})
