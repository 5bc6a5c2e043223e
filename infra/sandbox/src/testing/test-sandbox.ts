import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createSandbox, type SandboxOptions } from '../app.ts'

export const TOKEN = 'test-token'

/** A sandbox on a free port with a folder of its own and a clock that a test can set; gone with the test. */
export async function startSandbox(options: Partial<SandboxOptions> = {}) {
  const dataDir = options.dataDir ?? temporaryFolder()
  const clock = { now: new Date('2026-11-21T17:00:00Z') }
  const sandbox = createSandbox({
    dataDir,
    seed: 'test',
    now: () => clock.now,
    host: '127.0.0.1',
    port: 0,
    postmarkServerToken: TOKEN,
    ...options,
  })
  const port = await sandbox.start()
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= sandbox.stop())
  onTestFinished(stop)

  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    clock,
    dataDir,
    stop,
    /** A call of a control address, with a JSON body if one is given. */
    control: (method: string, path: string, body?: unknown) =>
      fetch(`${url}/sandbox${path}`, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      }),
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
