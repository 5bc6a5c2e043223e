import { SERVICE_NAMES } from '@walkon/contracts/services'
import { freePort } from '@walkon/postgres/server'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { npmStart } from '../support/npm-start.ts'
import { createCallers } from './callers.ts'
import { readDocuments } from './documents.ts'
import { fuzz, installSchemathesis, type FuzzReport, type FuzzRun } from './schemathesis.ts'
import { readSlowest } from './slowest.ts'

/**
 * `npm run fuzz [-- --seed 4863 --seconds 200] [service …]`: asks the started product, through the gateway, for what schemathesis makes of
 * the OpenAPI documents in docs/api. Fails if one answer is 5xx, if an operation was not asked for, if nothing could be generated for one,
 * or if no run came to its end.
 */

const DEFAULT_SEED = '4863'
/** For all runs together, however many operations there are: each has its share. */
const DEFAULT_SECONDS = '200'
const LEAST_SECONDS = 12

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: DEFAULT_SEED },
    seconds: { type: 'string', default: DEFAULT_SECONDS },
  },
})
const [seed, seconds] = [Number(values.seed), Number(values.seconds)]
if (!Number.isInteger(seed) || seed < 0 || !Number.isInteger(seconds) || seconds <= 0) {
  console.error('The seed and the seconds are whole numbers')
  process.exit(2)
}

const unknown = wanted.filter((name) => !SERVICE_NAMES.some((known) => known === name))
if (unknown.length > 0) {
  console.error(`There is no service ${unknown.join(', ')}. There are: ${SERVICE_NAMES.join(', ')}`)
  process.exit(2)
}

await installSchemathesis()
const folder = await createDataFolder('fuzz')
const dataDir = join(folder, 'data')
// A day of waits is as much of a past as requests can ask for, and its import takes less of their time than that of 28.
const product = await npmStart({ dataDir, port: await freePort(), env: { PAST_DAYS: '1' } })
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The product has a process group of its own and would go on.
  process.once(signal, () => void product.stop().finally(() => process.exit(1)))
}
try {
  process.exitCode = await fuzzAll()
} finally {
  await product.stop()
  await removeDataFolder(folder)
}

async function fuzzAll(): Promise<number> {
  const rows: Record<string, string | number>[] = []
  const times = join(folder, 'times')
  const callers = await createCallers(product.url, dataDir)
  const documents = await readDocuments()
  const runs = documents.flatMap((document) =>
    callers.map((caller) => ({ document, caller, choice: caller.choiceOf(document) })),
  )
  const allOperations = runs.reduce((sum, { choice }) => sum + (choice?.operations ?? 0), 0)
  for (const { document, caller, choice } of runs) {
    if (choice === null || (wanted.length > 0 && !wanted.includes(document.service))) continue
    console.log(`\n${document.service}, asked by ${caller.name} …`)
    const { complete, operations, test_cases, errors } = await fuzzToItsEnd({
      folder,
      times,
      document: document.document,
      url: product.url,
      seed,
      seconds: Math.ceil(Math.max(LEAST_SECONDS, (seconds * choice.operations) / allOperations)),
      authorization: caller.authorization,
      filter: choice.filter,
    })
    rows.push({
      service: document.service,
      caller: caller.name,
      operations: `${operations.tested} of ${operations.selected}`,
      cases: test_cases.generated,
      failed: test_cases.with_failures + test_cases.errored,
      untested: errors.map(({ title, count }) => `${count} ${title}`).join(', '),
      result: complete && isGood(operations, test_cases) && errors.length === 0 ? 'passed' : 'FAILED',
    })
  }
  console.table(rows)
  const { answers, slowest } = await readSlowest(times)
  console.log(`The slowest of ${answers} answers`)
  console.table(slowest)
  const cases = rows.reduce((sum, row) => sum + Number(row['cases']), 0)
  const failed = rows.filter(({ result }) => result === 'FAILED').length
  console.log(`${cases} requests with seed ${seed}; ${rows.length - failed} runs passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** A busy machine may reach too few operations in the time of a run: then it has that of three. What was found counts at once. */
async function fuzzToItsEnd(run: FuzzRun): Promise<FuzzReport> {
  const report = await fuzz(run)
  const { operations, test_cases, errors } = report
  const hasFound = test_cases.with_failures > 0 || test_cases.errored > 0 || errors.length > 0
  const isWhole = report.complete && operations.tested === operations.selected
  if (hasFound || isWhole) return report
  console.log(
    `${operations.tested} of ${operations.selected} operations were asked for: once more, with more time …`,
  )
  return fuzz({ ...run, seconds: run.seconds * 3 })
}

function isGood(
  { selected, tested }: { selected: number; tested: number },
  { generated, with_failures, errored }: { generated: number; with_failures: number; errored: number },
): boolean {
  return tested === selected && generated > 0 && with_failures === 0 && errored === 0
}
