import { freePort } from '@walkon/postgres/server'
import type { TestProject } from 'vitest/node'
import { createDataFolder, removeDataFolder } from './data-folder.ts'
import { npmStart } from './npm-start.ts'
import { QUICK_POLLS } from './quick-polls.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the running product is. */
    baseUrl: string
    /** Its data folder. */
    dataDir: string
    /** When it printed that it was ready, in milliseconds since the epoch. */
    readyAt: number
  }
}

/** One product for the whole suite, with an empty data folder. Its output is printed if it does not start. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await createDataFolder('e2e')
  const product = await npmStart({ dataDir, port: await freePort(), env: QUICK_POLLS })
  project.provide('baseUrl', product.url)
  project.provide('dataDir', dataDir)
  project.provide('readyAt', Date.now())
  return async () => {
    await product.stop()
    await removeDataFolder(dataDir)
  }
}
