import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const ROOT = resolve(import.meta.dirname, '../..')
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
const VENV = join(ROOT, '.data/fuzz-venv')
/** Beyond its time a run is given this to write its report. */
const GRACE_SECONDS = 90

/** Installs the fuzzer of requirements.txt, once for each version of that file. */
export async function installSchemathesis(): Promise<void> {
  const stamp = join(VENV, 'requirements.txt')
  const wanted = await readFile(REQUIREMENTS, 'utf8')
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return
  await rm(VENV, { recursive: true, force: true })
  await run('python3', ['-m', 'venv', VENV])
  await run(join(VENV, 'bin/pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--retries',
    '10',
    '-r',
    REQUIREMENTS,
  ])
  await writeFile(stamp, wanted)
}

const report = z.object({
  complete: z.boolean(),
  operations: z.object({ selected: z.number(), tested: z.number() }),
  test_cases: z.object({ generated: z.number(), with_failures: z.number(), errored: z.number() }),
  /** Among them "Schema Error": nothing could be generated for an operation, which is counted as tested all the same. */
  errors: z.array(z.object({ title: z.string(), count: z.number() })),
})
export type FuzzReport = z.output<typeof report>

export type FuzzRun = {
  /** Where the document, the report and what schemathesis remembers of the run are. */
  folder: string
  /** Gets a line for each answer, see hooks.py. */
  times: string
  document: object
  url: string
  seed: number
  seconds: number
  authorization: string | null
  /** Options of schemathesis that choose operations. */
  filter: string[]
}

/** One run over one document. What it found is printed by schemathesis itself, with a `curl` for each answer of 5xx. */
export async function fuzz({
  folder,
  times,
  document,
  url,
  seed,
  seconds,
  ...options
}: FuzzRun): Promise<FuzzReport> {
  const files = { document: join(folder, 'openapi.json'), report: join(folder, 'report.json') }
  await writeFile(files.document, JSON.stringify(document))
  await rm(files.report, { force: true })
  const args = [
    ['run', files.document, '--url', url],
    [
      '--checks',
      'not_a_server_error',
      '--phases',
      'examples,coverage,fuzzing',
      '--suppress-health-check',
      'all',
    ],
    ['--seed', String(seed), '--max-time', String(seconds), '--generation-database', 'none'],
    ['--continue-on-failure', '--max-redirects', '0', '--request-timeout', '30'],
    ['--no-color', '--warnings', 'off', '--report', 'json', '--report-json-path', files.report],
    options.authorization === null ? [] : ['--header', `Authorization: ${options.authorization}`],
    options.filter,
  ]
  const env = { SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py'), FUZZ_TIMES: times }
  // Its exit code says only whether it found something, which the report says with numbers.
  const limits = { env, cwd: folder, seconds: seconds + GRACE_SECONDS }
  await run(join(VENV, 'bin/schemathesis'), args.flat(), limits).catch(() => {})
  return report.parse(JSON.parse(await readFile(files.report, 'utf8')))
}

type Limits = { env?: Record<string, string>; cwd?: string; seconds?: number }

async function run(
  file: string,
  args: string[],
  { env = {}, cwd = ROOT, seconds }: Limits = {},
): Promise<void> {
  const child = spawn(file, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    ...(seconds !== undefined && { timeout: seconds * 1000 }),
  })
  await new Promise<void>((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(`${file} ${args[0]} ended with ${code}`)),
    )
  })
}
