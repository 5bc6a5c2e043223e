import { freePort } from '@walkon/postgres/server'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { DESK, hasBrowser, launchBrowser, PHONE } from '../support/browser.ts'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { npmStart, type StartedProduct } from '../support/npm-start.ts'
import { MAGIC_KINGDOM_BOARD, PUBLIC_PAGES } from '../support/site-pages.ts'
import { createWalkonClient, eventually } from '../support/walkon-client.ts'
import { exitOnSignals } from '../support/ways-out.ts'
import { atLeast, figure, mustBeAtMost, toFault, type BenchResult } from './result.ts'
import { film, loadUntouched } from './web-loads.ts'
import { lighthouseScores } from './web-lighthouse.ts'

/**
 * `npm run bench:web -- [--quick] [--runs 5] [--film folder] [--results file] [path …]`: starts the product with the
 * built web app and measures its public pages in Chromium. Sizes and layout shifts decide its exit code, times never.
 * `--quick` measures sizes and layout shifts alone.
 */

const HOME_SCRIPTS_KB = 120
const OTHER_SCRIPTS_KB = 180
const LAYOUT_SHIFT = 0.02
const PERFORMANCE = 95

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    film: { type: 'string' },
    results: { type: 'string', default: 'bench-web-results.json' },
  },
})
const paths = positionals.length > 0 ? positionals : [...PUBLIC_PAGES, MAGIC_KINGDOM_BOARD]

if (!hasBrowser()) {
  console.error('There is no Chromium. CHROMIUM names one elsewhere.')
  process.exit(2)
}
exitOnSignals()
const dataDir = await createDataFolder('bench-web')
const product = await npmStart({ dataDir, port: await freePort() })
const browser = await launchBrowser()
const results: BenchResult[] = []
const failed: string[] = []
const passed: string[] = []
try {
  await holdBoardStill(product)
  for (const path of paths) {
    const measured = await measure(browser, path)
    for (const result of measured) {
      const fault = toFault(result)
      if (fault) console.error(`FAILED: ${fault}`)
      ;(fault ? failed : passed).push(result.name)
    }
    results.push(...measured)
    console.table(measured.map(({ name, value, unit, goal }) => ({ name, value: `${value} ${unit}`, goal })))
  }
} finally {
  await browser.close()
  await product.stop()
  await removeDataFolder(dataDir)
}
writeFileSync(options.results, `${JSON.stringify({ passed, failed, results }, null, 2)}\n`)
process.exit(failed.length === 0 ? 0 : 1)

/** A wait that changes, or a past that arrives, moves rides on the board. That is no shift of a page that comes alive. */
async function holdBoardStill({ url, output }: StartedProduct): Promise<void> {
  await eventually(async () => output().includes('The past is imported'))
  const client = createWalkonClient(url)
  const park = await client.parkNamed(/Magic Kingdom/)
  const board = await eventually(async () => {
    const rides = await client.board(park.id)
    return rides.length > 0 && rides
  })
  for (const { rideId, status, waitMinutes } of board) await client.pinRide(rideId, { status, waitMinutes })
  const pinnedAt = Date.now()
  await eventually(async () => (await client.readAt(park.id)) > pinnedAt)
}

async function measure(opened: Browser, path: string): Promise<BenchResult[]> {
  const url = product.url + path
  // They mostly wait.
  const [phone, desk] = await Promise.all([
    loadUntouched(opened, url, PHONE),
    loadUntouched(opened, url, DESK),
  ])
  const { scripts, styles, fonts, html } = phone.weight
  const measured = [
    mustBeAtMost(`${path} scripts`, scripts, 'kB gzip', path === '/' ? HOME_SCRIPTS_KB : OTHER_SCRIPTS_KB),
    figure(`${path} styles`, styles, 'kB gzip'),
    figure(`${path} fonts`, fonts, 'kB'),
    figure(`${path} HTML`, html, 'kB gzip'),
    mustBeAtMost(`${path} layout shift, phone`, phone.shift, 'of the screen', LAYOUT_SHIFT),
    mustBeAtMost(`${path} layout shift, desk`, desk.shift, 'of the screen', LAYOUT_SHIFT),
  ]
  if (options.film) {
    const { paintMs, largestPaintMs } = await film(opened, url, PHONE, join(options.film, toFolder(path)))
    measured.push(
      figure(`${path} first paint at 400 kbit/s`, paintMs, 'ms'),
      figure(`${path} largest paint at 400 kbit/s`, largestPaintMs, 'ms'),
    )
  }
  return options.quick ? measured : [...measured, ...(await scoresOf(path, url))]
}

async function scoresOf(path: string, url: string): Promise<BenchResult[]> {
  const scores = await lighthouseScores(url, Number(options.runs))
  return [
    atLeast(`${path} Lighthouse performance`, scores.performance, 'of 100', PERFORMANCE),
    atLeast(`${path} Lighthouse accessibility`, scores.accessibility, 'of 100', 100),
    atLeast(`${path} Lighthouse best practices`, scores['best-practices'], 'of 100', 100),
    atLeast(`${path} Lighthouse SEO`, scores.seo, 'of 100', 100),
    figure(`${path} total blocking time`, scores.blockingMs, 'ms'),
    figure(`${path} benchmark index of the machine`, scores.benchmarkIndex, ''),
  ]
}

function toFolder(path: string): string {
  return path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'home'
}
