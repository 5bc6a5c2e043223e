import { HEAP_LIMITS } from '@walkon/local/supervised-process'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const services = globSync('services/*/package.json', { cwd: ROOT })

test.for(services)('%s starts its service with the heap limits that operators are told of', (file) => {
  const { scripts } = JSON.parse(read(file)) as { scripts: Record<string, string> }
  const start = `node ${HEAP_LIMITS.join(' ')} src/main.ts`
  expect(scripts['start']).toBe(start)
  expect(read('docs/operations.md')).toContain(`\`${start}\``)
})

test('a process with the heap limits of services fits into the container that operators are told of', () => {
  const [, containerMb] = /each container of a service (\d+) MB/.exec(read('docs/operations.md')) ?? []
  const bytes = execFileSync(
    process.execPath,
    [...HEAP_LIMITS, '-p', "require('node:v8').getHeapStatistics().heap_size_limit"],
    { encoding: 'utf8' },
  )
  // The heap with its young generation. Buffers, code and the rest of a process take some 100 MB.
  expect(Number(bytes) / 1024 ** 2).toBeLessThan(Number(containerMb) - 100)
})
