import { letRideFall, openBurstPark, setStage, type Stage } from './burst-stage.ts'
import { scaled } from './measures.ts'
import { cpuSeconds, forgetPeak, peakMegabytes } from './process-measures.ts'
import { atLeast, atMost, figure, mustBe, type BenchResult } from './result.ts'
import { spawnServer } from './spawned-server.ts'

/** Code that has run before is faster, and a process in production has. What it is measured against is warmed up by as much. */
const WARM_UP = 10_000
const SIZES = [10_000, 50_000, 100_000]
/** By so much the most memory may differ between the smallest and the largest burst: what a collection leaves varies. */
const FLAT = 1.25

/**
 * One ride falls for many visitors: from the reading's event to the provider, against composing and posting the same mails in
 * the same batches with nothing kept.
 */
export async function benchBurst(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const stage = await setStage(serverUrl)
  try {
    await letRideFall(stage, await openBurstPark(stage, scaled(WARM_UP, scale, 100)))
    const bursts: Burst[] = []
    for (const size of SIZES) bursts.push(await measureBurst(stage, scaled(size, scale, 100)))
    return [...bursts.flatMap(toResults), ...toGrowth(bursts)]
  } finally {
    await stage.stop()
  }
}

type Burst = {
  visitors: number
  firstMs: number
  seconds: number
  /** Of both services and PostgreSQL, until the last mail is accepted. */
  cpuSeconds: number
  baseline: Work
  /** Megabytes, by service. */
  peaks: Map<string, number>
  lost: number
  doubled: number
}

type Work = { seconds: number; cpuSeconds: number }

async function measureBurst(stage: Stage, visitors: number): Promise<Burst> {
  const park = await openBurstPark(stage, visitors)
  const services = Object.entries(stage.services)
  for (const [, { pid }] of services) forgetPeak(pid)
  const { observedAt, firstAt, lastAt, recipients, doubled, ...taken } = await letRideFall(stage, park)
  return {
    visitors,
    firstMs: (firstAt ?? Number.NaN) - observedAt,
    seconds: ((lastAt ?? Number.NaN) - observedAt) / 1_000,
    cpuSeconds: taken.cpuSeconds,
    peaks: new Map(services.map(([name, { pid }]) => [name, peakMegabytes(pid)])),
    baseline: await composeAndPost(stage, park.parkId),
    lost: visitors - recipients,
    doubled,
  }
}

function toResults(burst: Burst): BenchResult[] {
  const { visitors, firstMs, seconds, baseline, peaks, lost, doubled } = burst
  const named = `burst of ${visitors}`
  const cpuOfMail = (work: Pick<Work, 'cpuSeconds'>) => (work.cpuSeconds / visitors) * 1_000
  return [
    atMost(`${named}, observation to the first mail accepted`, firstMs, 'ms', 1_000),
    figure(`${named}, mails accepted`, visitors / seconds, 'mails/s'),
    figure(`${named}, composed and posted with nothing kept`, visitors / baseline.seconds, 'mails/s'),
    atLeast(`${named}, ratio of the two`, baseline.seconds / seconds, 'ratio', 0.5),
    figure(`${named}, CPU of services and PostgreSQL for each mail`, cpuOfMail(burst), 'ms'),
    figure(`${named}, CPU of composing and posting for each mail`, cpuOfMail(baseline), 'ms'),
    ...[...peaks].map(([name, peak]) => figure(`${named}, most memory of ${name}`, peak, 'MB')),
    mustBe(`${named}, mails lost`, lost, 'mails', 0),
    mustBe(`${named}, mails doubled`, doubled, 'mails', 0),
  ]
}

/** The memory of the largest burst against that of the smallest. */
function toGrowth(bursts: Burst[]): BenchResult[] {
  const [smallest, largest] = [bursts[0], bursts.at(-1)]
  return [...(smallest?.peaks ?? [])].map(([name, peak]) =>
    atMost(
      `most memory of ${name}, burst of ${largest?.visitors} against ${smallest?.visitors}`,
      (largest?.peaks.get(name) ?? Number.NaN) / peak,
      'times',
      FLAT,
    ),
  )
}

/** Twice, because the first time warms the code up. */
async function composeAndPost({ databaseUrl, providerUrl }: Stage, parkId: string): Promise<Work> {
  const baseline = await spawnServer('burst-baseline-server.ts', databaseUrl, providerUrl, parkId)
  const [url = ''] = baseline.addresses
  try {
    const turns: Work[] = []
    for (let turn = 0; turn < 2; turn++) {
      const cpuBefore = cpuSeconds(baseline.pid)
      const seconds = Number(await (await fetch(url)).text()) / 1_000
      turns.push({ seconds, cpuSeconds: cpuSeconds(baseline.pid) - cpuBefore })
    }
    return turns.reduce((best, turn) => (turn.seconds < best.seconds ? turn : best))
  } finally {
    baseline.stop()
  }
}
