import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'

/** `npm run check`: types, type-aware lint, boundaries, unused code and formatting, side by side. */

type Check = { name: string; command: string; args: string[]; cwd?: string }

const packages = globSync([
  '{libs,services,infra}/*/tsconfig.json',
  '{web,web/src/worker,tests}/tsconfig.json',
]).map((file) => dirname(file))

const checks: Check[] = [
  {
    name: 'lint',
    command: 'oxlint',
    args: ['--type-aware', '--deny-warnings', 'libs', 'services', 'infra', 'web', 'tests'],
  },
  {
    name: 'boundaries',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.mjs', 'libs', 'services', 'infra', 'web/src'],
  },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  { name: 'format', command: 'biome', args: ['format', '.'] },
  ...packages
    .toSorted()
    .map((path) => ({ name: `types ${path}`, command: 'tsc', args: ['-p', '.'], cwd: path })),
]

function runCheck({ command, args, cwd }: Check): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...(cwd && { cwd }), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => resolve({ ok: false, output: error.message }))
    child.once('close', (code) => resolve({ ok: code === 0, output }))
  })
}

const pending = [...checks]
const failed: string[] = []

async function work(): Promise<void> {
  for (let check = pending.shift(); check; check = pending.shift()) {
    const { ok, output } = await runCheck(check)
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${check.name}\n`)
    if (ok) continue
    failed.push(check.name)
    process.stdout.write(`${output.trimEnd()}\n\n`)
  }
}

await Promise.all(Array.from({ length: availableParallelism() + 1 }, work))
process.stdout.write(
  failed.length === 0 ? `All ${checks.length} checks passed.\n` : `Failed: ${failed.join(', ')}\n`,
)
process.exit(failed.length === 0 ? 0 : 1)
