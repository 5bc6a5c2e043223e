import { afterAll, expect, inject, test } from 'vitest'
import { PLANTED_BUGS } from './planted-bugs.ts'
import { copyWorkspace, type WorkspaceCopy } from './workspace-copy.ts'

/** Tests that cannot fail prove nothing: each bug here must turn tests red that are green without it. */

/** For what hangs alone: on a busy machine the tests of a bug take a minute, and all of them three. */
const TIMEOUT_MS = 600_000

/** As many as bugs are planted at a time (`maxConcurrency` of the suite). */
const idleCopies: WorkspaceCopy[] = []
afterAll(() => Promise.all(idleCopies.map((copy) => copy.remove())))

async function withCopy<Result>(work: (copy: WorkspaceCopy) => Promise<Result>): Promise<Result> {
  const copy =
    idleCopies.pop() ??
    (await copyWorkspace({
      databaseUrl: inject('databaseUrl'),
      kafkaBrokers: inject('kafkaBrokers'),
      redisUrl: inject('redisUrl'),
    }))
  return work(copy).finally(() => idleCopies.push(copy))
}

test.concurrent.each(PLANTED_BUGS)('$name turns tests red', { timeout: TIMEOUT_MS }, async (bug) => {
  const { failed, passed, messages } = await withCopy((copy) => copy.runPlanted(bug))

  for (const name of bug.red) expect(failed).toContainEqual(expect.stringContaining(name))
  expect(messages).toEqual([])
  expect(passed).not.toEqual([])
})

test('without a planted bug all tests that bugs turn red are green', { timeout: TIMEOUT_MS }, async () => {
  const only = PLANTED_BUGS.flatMap(({ red }) => red)
    .map((name) => name.replaceAll(/[()[\]]/g, '.'))
    .join('|')
  const run = [...new Set(PLANTED_BUGS.flatMap((bug) => bug.run))]

  const { failed, passed } = await withCopy((copy) => copy.runTests({ run, only }))

  expect(failed).toEqual([])
  for (const name of PLANTED_BUGS.flatMap(({ red }) => red)) {
    expect(passed).toContainEqual(expect.stringContaining(name))
  }
})
