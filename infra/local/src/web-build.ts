import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')
export const WEB_ROOT = join(ROOT, 'web/dist')

/** Everything the built app depends on. */
const SOURCES = [
  'web/src/**',
  'web/public/**',
  'web/scripts/*.mjs',
  'web/*.{ts,json,html}',
  'libs/contracts/src/**/*.ts',
  'pnpm-lock.yaml',
]

/**
 * Builds the web app unless it was built from these very sources. In a process of its own: the bundler's
 * memory goes with it.
 */
export async function buildWebApp(say: (line: string) => void): Promise<void> {
  // An image has the app alone, built with it.
  if (!existsSync(join(ROOT, 'web/src'))) return
  const stamp = join(WEB_ROOT, '.built-from')
  const wanted = digestOfSources()
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return
  say('Building the web app …')
  await runBuild()
  await writeFile(stamp, wanted)
}

function digestOfSources(): string {
  const digest = createHash('sha256')
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).toSorted()) {
    const path = join(ROOT, file)
    if (statSync(path).isFile()) digest.update(file).update(readFileSync(path))
  }
  return digest.digest('hex')
}

function runBuild(): Promise<void> {
  const child = spawn(process.execPath, ['scripts/build.mjs', '--quiet'], {
    cwd: join(ROOT, 'web'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return new Promise((built, failed) => {
    child.once('error', failed)
    child.once('exit', (code) =>
      code === 0 ? built() : failed(new Error(`The web app could not be built (${code})`)),
    )
  })
}
