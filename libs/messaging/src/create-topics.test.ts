import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('topics are not created without a replication factor that the operator has chosen', async () => {
  const command = join(import.meta.dirname, 'create-topics.ts')
  const env = { KAFKA_BROKERS: '127.0.0.1:1' }

  await expect(promisify(execFile)(process.execPath, [command], { env })).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /invalid environment.*KAFKA_REPLICATION_FACTOR|KAFKA_REPLICATION_FACTOR.*invalid environment/,
    ),
  })
})
