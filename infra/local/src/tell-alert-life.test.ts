import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const tell = (id: string, env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'tell-alert-life.ts'), id], { env })

test('the command names the ids that it takes, before it asks a database', async () => {
  const told = tell('an-address@example.com', { DATABASE_URL: 'postgres://alert_life@127.0.0.1:1/walkon' })

  await expect(told).rejects.toMatchObject({ code: 1, stderr: /^The id of a thing, .* is needed$/m })
})

test('the command says that a run is needed where no database is known', async () => {
  const told = tell('6cd1383a-0000-4000-8000-000000000000', { DATA_DIR: '/nonexistent' })

  await expect(told).rejects.toMatchObject({ code: 1, stderr: /^Start Walkon first/ })
})
