import { freePort } from '@walkon/postgres/server'
import { startCollector } from '@walkon/service/testing/collector'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDataFolder, removeDataFolder } from './data-folder.ts'
import { npmStart } from './npm-start.ts'
import { QUICK_POLLS, SHORT_PAST } from './quick-polls.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the running product is. */
    baseUrl: string
    /** Its data folder. */
    dataDir: string
    /** When it printed that it was ready, in milliseconds since the epoch. */
    readyAt: number
    /** What the product has sent to its collector, a request a line. */
    spansFile: string
  }
}

/** One product for the whole suite, with an empty data folder and a collector that is sent every trace. Its output is printed if it does not start. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await createDataFolder('e2e')
  const spansFile = join(dataDir, 'spans.jsonl')
  const collector = await startCollector((body) => appendFileSync(spansFile, `${body}\n`))
  const env = {
    ...QUICK_POLLS,
    ...SHORT_PAST,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
  }
  const product = await npmStart({ dataDir, port: await freePort(), env })
  project.provide('baseUrl', product.url)
  project.provide('dataDir', dataDir)
  project.provide('readyAt', Date.now())
  project.provide('spansFile', spansFile)
  return async () => {
    await product.stop()
    await collector.close()
    await removeDataFolder(dataDir)
  }
}
