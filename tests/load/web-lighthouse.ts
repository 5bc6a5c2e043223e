import { freePort } from '@walkon/postgres/server'
import lighthouse from 'lighthouse'
import { launchBrowser } from '../support/browser.ts'
import { median } from './measures.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export type Scores = Record<(typeof CATEGORIES)[number], number> & {
  /** How fast the machine was in that minute; a phone of the middle class has about 1,000. */
  benchmarkIndex: number
  blockingMs: number
}

/** Lighthouse's own preset of a phone, several times; each score is the median of the runs. */
export async function lighthouseScores(url: string, runs: number): Promise<Scores> {
  const scores: Scores[] = []
  for (let run = 0; run < runs; run += 1) scores.push(await scoreOnce(url).catch(() => scoreOnce(url)))
  const medianOf = (name: keyof Scores) => median(scores.map((score) => score[name]))
  return {
    performance: medianOf('performance'),
    accessibility: medianOf('accessibility'),
    'best-practices': medianOf('best-practices'),
    seo: medianOf('seo'),
    benchmarkIndex: medianOf('benchmarkIndex'),
    blockingMs: medianOf('blockingMs'),
  }
}

/** In a browser of its own, so that no run finds what another has cached. */
async function scoreOnce(url: string): Promise<Scores> {
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
    const { categories, audits, environment } = result.lhr
    if (typeof categories['performance']?.score !== 'number') throw new Error(toFaults(audits))
    const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      benchmarkIndex: environment.benchmarkIndex,
      blockingMs: audits['total-blocking-time']?.numericValue ?? Number.NaN,
    }
  } finally {
    await browser.close()
  }
}

/** Now and then a trace lacks what the performance is computed from. */
const toFaults = (audits: Record<string, { id: string; errorMessage?: string }>): string =>
  Object.values(audits)
    .flatMap(({ id, errorMessage }) => (errorMessage ? [`${id}: ${errorMessage}`] : []))
    .join('\n')
