import {
  forgetPeak,
  letRideFall,
  openBurstPark,
  peakMegabytes,
  setStage,
  type Park,
  type Stage,
} from './burst-stage.ts'
import { scaled } from './measures.ts'
import { atLeast, atMost, figure, mustBe, type BenchResult } from './result.ts'
import { spawnServer } from './spawned-server.ts'

/** Code that has run before is faster; a process in production has. */
const WARM_UP = 2_000
const SIZES = [10_000, 50_000, 100_000]

/**
 * One ride falls for many visitors: from the reading's event to the provider, against composing and posting the same mails in
 * the same batches with nothing kept.
 */
export async function benchBurst(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const stage = await setStage(serverUrl)
  try {
    await letRideFall(stage, await openBurstPark(stage, scaled(WARM_UP, scale, 100)))
    const results: BenchResult[] = []
    for (const size of SIZES) {
      const park = await openBurstPark(stage, scaled(size, scale, 100))
      results.push(...(await measureBurst(stage, park)))
    }
    return results
  } finally {
    await stage.stop()
  }
}

async function measureBurst(stage: Stage, park: Park): Promise<BenchResult[]> {
  const { visitors, parkId } = park
  for (const server of Object.values(stage.services)) forgetPeak(server)
  const { observedAt, firstAt, lastAt, recipients, doubled } = await letRideFall(stage, park)
  const peaks = Object.entries(stage.services).map(([name, server]) => ({
    name,
    peak: peakMegabytes(server),
  }))
  const seconds = ((lastAt ?? Number.NaN) - observedAt) / 1_000
  const baselineSeconds = await composeAndPost(stage, parkId)
  const named = `burst of ${visitors}`
  return [
    atMost(
      `${named}, observation to the first mail accepted`,
      (firstAt ?? Number.NaN) - observedAt,
      'ms',
      1_000,
    ),
    figure(`${named}, mails accepted`, visitors / seconds, 'mails/s'),
    figure(`${named}, composed and posted with nothing kept`, visitors / baselineSeconds, 'mails/s'),
    atLeast(`${named}, ratio of the two`, baselineSeconds / seconds, 'ratio', 0.5),
    ...peaks.map(({ name, peak }) => figure(`${named}, most memory of ${name}`, peak, 'MB')),
    mustBe(`${named}, mails lost`, visitors - recipients, 'mails', 0),
    mustBe(`${named}, mails doubled`, doubled, 'mails', 0),
  ]
}

/** Seconds. Twice, because the first time warms the code up. */
async function composeAndPost({ databaseUrl, providerUrl }: Stage, parkId: string): Promise<number> {
  const baseline = await spawnServer('burst-baseline-server.ts', databaseUrl, providerUrl, parkId)
  const [url = ''] = baseline.addresses
  try {
    const milliseconds: number[] = []
    for (let turn = 0; turn < 2; turn++) milliseconds.push(Number(await (await fetch(url)).text()))
    return Math.min(...milliseconds) / 1_000
  } finally {
    baseline.stop()
  }
}
