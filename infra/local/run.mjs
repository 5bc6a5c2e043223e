// The door to every command of this repository. It needs Node 20 and npm alone: it installs what is missing (pnpm, the packages, Node 24),
// then runs the command on Node 24. Plain JavaScript without imports of ours, because it runs before there is anything.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
// Importing all services takes a quarter less of CPU with it.
const compiled = join(root, 'node_modules', '.cache', 'compiled')

// V8's heap follows the machine's memory. On 24 GB it is a young generation of three times 64 MB, and an old one that is collected after
// growing fourfold. An idle process keeps both (docs/benchmarks.md).
const small = ['--max-semi-space-size=8', '--max-old-space-size=768']
const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const commands = {
  // The packages alone, which come with every other command too.
  install: ['--eval', ''],
  start: [...small, 'infra/local/src/main.ts'],
  dev: ['infra/local/src/dev.ts'],
  'dev:deployed': ['infra/local/src/deployed.ts'],
  test: ['infra/local/src/test.ts'],
  'test:integration': [...vitest, '--config', 'tests/integration/vitest.config.ts'],
  'test:faults': [...vitest, '--config', 'tests/faults/vitest.config.ts'],
  drill: [...vitest, '--config', 'tests/outages/vitest.config.ts'],
  'test:manifests': [...vitest, '--config', 'tests/manifests/vitest.config.ts'],
  'test:stripe-mock': [...vitest, '--config', 'tests/stripe-mock/vitest.config.ts'],
  'test:e2e': [...vitest, '--config', 'tests/e2e/vitest.config.ts'],
  build: ['infra/local/src/build.ts'],
  manifests: ['infra/kubernetes/src/write-manifests.ts'],
  bundle: ['infra/images/src/bundle.ts'],
  check: ['infra/local/src/check.ts'],
  docs: ['infra/local/src/docs.ts'],
  release: ['infra/local/src/release.ts'],
  'new-service': ['infra/local/src/new-service.ts'],
  'grant-role': ['infra/local/src/walkon/main.ts', 'grant-role'],
  walkon: ['infra/local/src/walkon/main.ts'],
  'alert-life': ['infra/local/src/tell-alert-life.ts'],
  bench: ['tests/load/bench.ts'],
  fuzz: ['tests/fuzz/fuzz.ts'],
  'bench:web': ['tests/load/bench-web.ts'],
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error(`There is no command "${name}". Commands: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
await install()
const { code } = await run(node24(), ['--disable-warning=ExperimentalWarning', ...command, ...args])
process.exit(code)

/** Installs the packages unless the present ones came from this very lockfile. */
async function install() {
  const manifests = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']
  const wanted = createHash('sha256')
  for (const file of manifests) wanted.update(readFileSync(join(root, file)))
  const digest = wanted.digest('hex')
  const stamp = join(root, 'node_modules', '.walkon-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return

  console.log('Installing packages (the first time takes about half a minute) …')
  const pnpm = join(root, 'infra', 'local', 'pnpm', 'pnpm.mjs')
  const installed = await run(process.execPath, [
    pnpm,
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
  ])
  if (installed.code !== 0) {
    console.error('The packages could not be installed; see above. Nothing was started.')
    process.exit(1)
  }
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(stamp, digest)
}

/** Node 24 from the packages, or the one that runs this if it is as new. */
function node24() {
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(packaged)) return packaged
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `Node 24 or newer is needed on ${process.platform} ${process.arch}; this is ${process.version}.`,
  )
  return process.exit(1)
}

/** Passes signals on, so that stopping this stops what it runs, and ends as that ended. */
function run(file, fileArgs) {
  return new Promise((resolve) => {
    const env = {
      NODE_COMPILE_CACHE: compiled,
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    }
    const child = spawn(file, fileArgs, { cwd: root, stdio: 'inherit', env })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.once('error', (error) => {
      console.error(`${file}: ${error.message}`)
      resolve({ code: 1 })
    })
    child.once('exit', (status, signal) =>
      resolve({ code: status ?? 128 + (constants.signals[signal] ?? 0) }),
    )
  })
}
