import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Their verdict depends on colours. Every other rule finds the same in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Rules that axe leaves off by default. */
const MORE_RULES = [
  'css-orientation-lock',
  'focus-order-semantics',
  'identical-links-same-purpose',
  'label-content-name-mismatch',
  'p-as-heading',
  'table-fake-caption',
  'target-size',
  'td-has-header',
]

type Rules = {
  /** With the rules that axe leaves off by default. */
  isStrict?: boolean
}

/**
 * What axe finds on a page as it stands: all rules in the light theme, those about colours in the dark one too. A frame is a document of
 * its own and left out. The page is light afterwards.
 */
export async function accessibilityProblems(page: Page, { isStrict = false }: Rules = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const inDark = await analyze(page, { runOnly: { type: 'rule', values: COLOUR_RULES } })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const rules = Object.fromEntries(MORE_RULES.map((rule) => [rule, { enabled: isStrict }]))
  const inLight = await analyze(page, { rules })
  return [...inDark.map((problem) => `in dark, ${problem}`), ...inLight]
}

type Options = Parameters<AxeBuilder['options']>[0]

/**
 * In the page itself: axe's other mode passes every result through a second page, for the sake of frames. Elements that a rule is content
 * with are not described.
 */
async function analyze(page: Page, options: Options): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ ...options, resultTypes: ['violations'] })
  const { violations } = await builder.exclude('iframe').analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

/** By how many pixels a page is wider than its window. */
export const pixelsTooWide = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** The same where the text has twice its usual size, as a visitor of weak sight sets it. */
export async function pixelsTooWideInLargeText(page: Page): Promise<number> {
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  const pixels = await pixelsTooWide(page)
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  return pixels
}

/** What axe finds, and by how much a page is wider than its window, at the width of a desk and of a phone. A phone's width remains. */
export async function faultsAtBothWidths(page: Page, rules?: Rules): Promise<string[]> {
  const faults: string[] = []
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const overflow = await pixelsTooWide(page)
    if (overflow > 0) faults.push(`${overflow} pixels too wide for ${width}`)
    faults.push(...(await accessibilityProblems(page, rules)).map((problem) => `${problem} (at ${width})`))
  }
  return faults
}
