import { sql } from 'drizzle-orm'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { COASTER, NORTH } from '../testing/sample-feed.ts'
import { createParkDatabase } from '../testing/world.ts'

const { db, url, drop } = await createParkDatabase()
afterAll(drop)

async function importHistory(input: string, ...args: string[]) {
  const command = spawn(process.execPath, [join(import.meta.dirname, 'import-history.ts'), ...args], {
    env: { DATABASE_URL: url },
  })
  const ended = new Promise<number | null>((done) => command.once('exit', done))
  command.stdin.on('error', () => {}).end(input)
  const [output, errors] = await Promise.all([text(command.stdout), text(command.stderr)])
  return { code: await ended, output, errors }
}

const yesterday = new Date(Date.now() - 86_400_000).toISOString()
const line = (more: object = {}) =>
  `${JSON.stringify({ rideId: COASTER, observedAt: yesterday, status: 'OPERATING', waitMinutes: 20, ...more })}\n`

test('an operator imports an archive from the standard input, and reads what was added', async () => {
  await db.execute(
    sql`insert into attractions (id, park_id, name) values (${COASTER}, ${NORTH}, 'Comet Coaster')`,
  )
  expect(await importHistory(line(), '-')).toEqual({
    code: 0,
    output: '1 lines read: 1 added, 0 left out\n',
    errors: '',
  })
  const [row] = await db.execute(sql`select wait_minutes from observations`)
  expect(row).toEqual({ wait_minutes: 20 })
})

test('a wrong line is named and the command fails', async () => {
  const { code, errors } = await importHistory(line() + line({ waitMinutes: -1 }), '-')
  expect(code).toBe(1)
  expect(errors).toMatch(/^Line 2: /)
})

test('without a file the command says how it is used', async () => {
  expect(await importHistory('')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('import-history FILE'),
  })
})

test.for([
  ['a file that is not there', '/nonexistent/archive.jsonl', /^ENOENT: .*archive\.jsonl'\n$/],
  ['a folder', import.meta.dirname, /^\S+ is a folder\n$/],
] as const)('%s is named in one line', async ([, file, words]) => {
  const { code, errors } = await importHistory('', file, '--dry-run')
  expect(code).toBe(1)
  expect(errors).toMatch(words)
})
