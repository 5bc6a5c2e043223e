import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { PlantedBug } from './planted-bug.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = ['libs', 'services', 'infra', 'tests']
const LEFT_OUT = new Set(['dist', '.data', 'coverage'])

/** The servers that the tests of the copy use: those of this run. */
export type Servers = { databaseUrl: string; kafkaBrokers: string; redisUrl: string }

const report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
      message: z.string(),
    }),
  ),
})

export type Outcome = { passed: string[]; failed: string[]; messages: string[] }

export type WorkspaceCopy = Awaited<ReturnType<typeof copyWorkspace>>

/** A copy of the workspace in which bugs can be planted without touching this one. */
export async function copyWorkspace(servers: Servers) {
  const folder = await mkdtemp(join(tmpdir(), 'walkon-planted-'))
  for (const name of FOLDERS) {
    await cp(join(ROOT, name), join(folder, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !LEFT_OUT.has(basename(source)),
    })
  }
  for (const name of ['package.json', 'tsconfig.base.json']) await cp(join(ROOT, name), join(folder, name))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))

  async function runTests({ run, only }: Pick<PlantedBug, 'run' | 'only'>): Promise<Outcome> {
    const config = {
      include: run,
      setupFiles: ['libs/testing/src/patience.ts', 'libs/testing/src/setup.ts'],
      provide: { ...servers, patienceMs: 15_000 },
      testTimeout: 40_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 15_000 } },
      bail: 0,
    }
    await writeFile(
      join(folder, 'vitest.config.ts'),
      `export default { test: { ...${JSON.stringify(config)}, fileParallelism: false, server: { deps: { inline: [/drizzle-orm/] } } } }`,
    )
    return runVitest(folder, only === undefined ? [] : ['-t', only])
  }

  /** Runs the tests with the bug in the code, and takes it out again. */
  async function runPlanted(bug: PlantedBug): Promise<Outcome> {
    const original = new Map<string, string>()
    try {
      for (const { file, replace, with: replacement } of bug.changes) {
        const path = join(folder, file)
        const code = await readFile(path, 'utf8')
        if (code.split(replace).length !== 2) throw new Error(`${file} has not exactly one "${replace}"`)
        original.set(path, original.get(path) ?? code)
        await writeFile(
          path,
          code.replace(replace, () => replacement),
        )
      }
      return await runTests(bug)
    } finally {
      for (const [path, code] of original) await writeFile(path, code)
    }
  }

  return { runTests, runPlanted, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function runVitest(folder: string, args: string[]): Promise<Outcome> {
  const file = join(folder, 'report.json')
  await rm(file, { force: true })
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const output = await outputOf(folder, [vitest, 'run', '--reporter=json', `--outputFile=${file}`, ...args])
  const json = await readFile(file, 'utf8').catch(() =>
    Promise.reject(new Error(`The tests did not run:\n${output}`)),
  )
  const { testResults } = report.parse(JSON.parse(json))
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const titles = (status: string) =>
    results.filter((result) => result.status === status).map(({ title }) => title)
  return {
    passed: titles('passed'),
    failed: titles('failed'),
    messages: testResults.map(({ message }) => message).filter((message) => message !== ''),
  }
}

/** Tests that fail end the process with an error, which is what we look for. */
function outputOf(cwd: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}
