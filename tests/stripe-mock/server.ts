import { freePort } from '@walkon/postgres/server'
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

/** Stripe's own check of requests. Each version carries the OpenAPI document of one day; a newer one knows newer parameters. */
const VERSION = 'v0.203.0'
const MODULE = 'github.com/stripe/stripe-mock'
const FOLDER = resolve(import.meta.dirname, '../../.data/stripe-mock', VERSION)
const PATIENCE_MS = 30_000

declare module 'vitest' {
  interface ProvidedContext {
    stripeMockUrl: string
  }
}

/** Builds stripe-mock once for each version, with the Go of this machine, and runs it while the tests do. */
export async function setup(project: TestProject): Promise<() => void> {
  const program = join(FOLDER, 'stripe-mock')
  if (!existsSync(program)) await build()
  const port = await freePort()
  const server = spawn(program, ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  try {
    await untilAnswers(url)
  } catch (error) {
    server.kill()
    throw error
  }
  project.provide('stripeMockUrl', url)
  return () => void server.kill()
}

async function build(): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  const env = { ...process.env, GOBIN: FOLDER }
  const install = () => promisify(execFile)('go', ['install', `${MODULE}@${VERSION}`], { env })
  // From a network, which may fail once.
  await install().catch(install)
}

/** Any answer will do: a request without a key is answered 401. */
async function untilAnswers(url: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      await fetch(url)
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resume) => setTimeout(resume, 100))
    }
  }
}
