// pnpm, whose packages npm checks against the hashes of package-lock.json before anything of them runs: `npx pnpm@…` would run whatever
// the registry has under that version. Plain JavaScript, because it runs before any package is there.
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const tool = join(here, 'node_modules', 'tool')
const files = ['package.json', 'package-lock.json']
const stamp = join(tool, '.installed')
const wanted = files.map((file) => readFileSync(join(here, file), 'utf8')).join('\n')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) installPnpm()
const child = spawn(join(tool, 'node_modules', '.bin', 'pnpm'), process.argv.slice(2), { stdio: 'inherit' })
child.once('error', (error) => {
  process.stderr.write(`pnpm: ${error.message}\n`)
  process.exit(1)
})
child.once('exit', (status, signal) => process.exit(status ?? 128 + (constants.signals[signal] ?? 0)))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))

/** In a copy of this folder: npm adds to the lockfile what it knows of other platforms. */
function installPnpm() {
  rmSync(tool, { recursive: true, force: true })
  mkdirSync(tool, { recursive: true })
  for (const file of files) copyFileSync(join(here, file), join(tool, file))
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: tool,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, wanted)
}
