import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { sleep } from '@walkon/service/sleep'
import { Gauge } from 'prom-client'

/** A scrape waits no longer; the gauge goes on growing at the next one. */
const SCRAPE_WITHIN_MS = 1_000

/** Measures at each scrape how long a query waits for a connection of the pool. One query at a time, however many scrapes. */
export function measurePoolWait(db: Database, metrics: Metrics): void {
  let asked: { sinceMs: number; answer: Promise<unknown> } | undefined

  async function waitSeconds(): Promise<number> {
    const { sinceMs, answer } = (asked ??= ask())
    const done = new AbortController()
    try {
      await Promise.race([answer, sleep(SCRAPE_WITHIN_MS, done.signal)])
    } finally {
      done.abort()
    }
    return (performance.now() - sinceMs) / 1_000
  }

  function ask() {
    const answer = db.$client`select 1`.then(forget, (error: unknown) => {
      forget()
      throw error
    })
    answer.catch(() => {})
    return { sinceMs: performance.now(), answer }
  }

  function forget(): void {
    asked = undefined
  }

  const wait = new Gauge({
    name: 'database_pool_wait_seconds',
    help: 'How long the shortest query waited for an answer over the pool; near 0 unless all connections are busy',
    registers: [],
    async collect() {
      this.set(await waitSeconds())
    },
  })
  metrics.registerMetric(wait)
}
