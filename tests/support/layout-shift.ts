import type { Page } from 'playwright-core'

/** A visitor sees no movement below this sum. */
export const MOST_LAYOUT_SHIFT = 0.02

/** Has the pages that are opened from now on in this context note their layout shifts. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** All shifts of this page since it was loaded, those just after a press too: on a slower line they would come later. */
export async function layoutShiftOf(page: Page): Promise<number> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
  return shifts.reduce((sum, value) => sum + value, 0)
}
