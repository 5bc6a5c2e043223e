import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type SandboxOptions } from '../app.ts'

export type ServiceSandbox = {
  url: string
  port: number
  /** Calls a control address. Returns its JSON, or null where it has none; throws with the answer where it refuses. */
  control: (method: string, path: string, body?: object) => Promise<unknown>
  /** Also removes its folder. */
  stop: () => Promise<void>
}

/** The companies that a service under test calls, on a free port, with a clock that the test sets. */
export async function startServiceSandbox(
  service: string,
  clock: { now: Date },
  options: Partial<SandboxOptions>,
): Promise<ServiceSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), `${service}-`))
  const sandbox = createSandbox({
    dataDir,
    seed: service,
    now: () => clock.now,
    host: '127.0.0.1',
    port: 0,
    postmarkServerToken: 'none',
    ...options,
  })
  const port = await sandbox.start()
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    async control(method, path, body) {
      const response = await fetch(`${url}/sandbox${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return response.status === 204 ? null : response.json()
    },
    stop: async () => {
      await sandbox.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
