import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { hasBrowser } from '../support/browser.ts'
import { exitOnSignals } from '../support/ways-out.ts'
import { benchBurst } from './burst.ts'
import { benchChannels } from './channels.ts'
import { benchCommits } from './commits.ts'
import { benchCompanion } from './companion.ts'
import { benchDeskTimeLine } from './desk-time-line.ts'
import { benchDoubtfulCalls } from './doubtful-calls.ts'
import { benchDoubtfulDeliveries } from './doubtful-deliveries.ts'
import { benchEnumeration } from './enumeration.ts'
import { benchFareChecks } from './fare-checks.ts'
import { benchFootprint } from './footprint.ts'
import { onFreshServer } from './fresh-server.ts'
import { benchIdentity } from './identity.ts'
import { benchIdlePoll } from './idle-poll.ts'
import { benchLatency } from './latency.ts'
import { benchLiveBoard } from './live-board.ts'
import { benchMatch } from './match.ts'
import { benchNewsletter } from './newsletter.ts'
import { benchRankings } from './rankings.ts'
import { toFault, type BenchResult } from './result.ts'
import { benchRideStatistics } from './ride-statistics.ts'
import { benchTexts } from './texts.ts'
import { benchTracing } from './tracing.ts'
import { benchViewers } from './viewers.ts'

/**
 * `npm run bench -- [--scale 0.01] [--landing] [--results file] [name …]`: measures, prints a table, writes bench-results.json. `--landing`
 * leaves out what `.ci/run` does without. No timing decides its exit code: it fails where a benchmark cannot run, a figure is no number or a promise is broken.
 */

const benches: Record<string, (scale: number) => Promise<BenchResult[]>> = {
  match: (scale) => onFreshServer((serverUrl) => benchMatch(serverUrl, scale)),
  'idle-poll': (scale) => onFreshServer((serverUrl) => benchIdlePoll(serverUrl, scale)),
  commits: (scale) => onFreshServer((serverUrl) => benchCommits(serverUrl, scale)),
  'live-board': benchLiveBoard,
  viewers: benchViewers,
  identity: (scale) => onFreshServer((serverUrl) => benchIdentity(serverUrl, scale)),
  enumeration: (scale) => onFreshServer((serverUrl) => benchEnumeration(serverUrl, scale)),
  latency: (scale) => onFreshServer((serverUrl, folder) => benchLatency(serverUrl, folder, scale)),
  burst: (scale) => onFreshServer((serverUrl) => benchBurst(serverUrl, scale)),
  channels: (scale) => onFreshServer((serverUrl, folder) => benchChannels(serverUrl, folder, scale)),
  texts: (scale) => onFreshServer((serverUrl) => benchTexts(serverUrl, scale)),
  'doubtful-calls': (scale) =>
    onFreshServer((serverUrl, folder) => benchDoubtfulCalls(serverUrl, folder, scale)),
  'doubtful-deliveries': (scale) =>
    onFreshServer((serverUrl, folder) => benchDoubtfulDeliveries(serverUrl, folder, scale)),
  newsletter: (scale) => onFreshServer((serverUrl, folder) => benchNewsletter(serverUrl, folder, scale)),
  rankings: (scale) => onFreshServer((serverUrl) => benchRankings(serverUrl, scale)),
  'ride-statistics': (scale) => onFreshServer((serverUrl) => benchRideStatistics(serverUrl, scale)),
  'fare-checks': (scale) => onFreshServer((serverUrl) => benchFareChecks(serverUrl, scale)),
  companion: (scale) => onFreshServer((serverUrl) => benchCompanion(serverUrl, scale)),
  'desk-time-line': benchDeskTimeLine,
  tracing: benchTracing,
  footprint: benchFootprint,
}
/** Their goals were reached long ago, their promises are kept by other suites, and they take more than half of all minutes: a landing does without them. */
const NOT_IN_THE_LANDING = new Set([
  'burst',
  'commits',
  'doubtful-calls',
  'doubtful-deliveries',
  'enumeration',
  'fare-checks',
  'identity',
  'newsletter',
  'rankings',
  'ride-statistics',
])
/** These need Chromium. */
const WITH_BROWSER = new Set(['desk-time-line'])

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    landing: { type: 'boolean', default: false },
    results: { type: 'string', default: 'bench-results.json' },
  },
})
const scale = Number(options.scale)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
if (!(scale > 0 && scale <= 1)) {
  console.error('The scale is a number above 0, and 1 at most')
  process.exit(2)
}

exitOnSignals()
const results: BenchResult[] = []
const passed: string[] = []
const failed: string[] = []
for (const [name, run] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  if (options.landing && NOT_IN_THE_LANDING.has(name)) continue
  if (WITH_BROWSER.has(name) && !hasBrowser()) {
    console.log(`${name} is left out: there is no Chromium. CHROMIUM names one elsewhere.`)
    if (wanted.length > 0) failed.push(name)
    continue
  }
  console.log(`${name} …`)
  const startedAt = performance.now()
  const faults: string[] = []
  try {
    const measured = await run(scale)
    results.push(...measured)
    faults.push(...measured.map(toFault).filter((fault) => fault !== null))
  } catch (error) {
    console.error(error)
    faults.push('it did not run to its end')
  }
  console.log(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  for (const fault of faults) console.error(`${name} FAILED: ${fault}`)
  ;(faults.length === 0 ? passed : failed).push(name)
}

console.table(
  results.map(({ name, value, unit, goal, met, isPromise }) => ({
    name,
    value: `${value} ${unit}`,
    goal,
    // The goals are those of a whole run.
    met: goal === '' || (scale < 1 && !isPromise) ? '' : met ? 'yes' : 'NO',
  })),
)
writeFileSync(options.results, `${JSON.stringify({ scale, passed, failed, results }, null, 2)}\n`)
process.exit(failed.length === 0 ? 0 : 1)
