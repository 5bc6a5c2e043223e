import { SERVICE_NAMES } from '@walkon/contracts/services'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

test.for(SERVICE_NAMES)('%s tests who may call each of its routes', (name) => {
  const file = join(ROOT, 'services', name, 'src/access.test.ts')
  expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('describeAccess(')
})
