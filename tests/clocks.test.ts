import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

/** The present is an argument: a test moves it, and all that one request does happens at one instant. */

const ROOT = resolve(import.meta.dirname, '..')

/** Composition roots, which read the clock for all others, and what tests alone run. */
const MAY_READ = /\/main\.ts$|\/commands\/|\/testing\/|\.test\.ts$|\.contract[\w.-]*\.ts$/

const READS = /\bnew Date\(\)|\bDate\.now\(\)|\bTemporal\.Now\b/

const readsOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).filter((file) => READS.test(readFileSync(resolve(ROOT, file), 'utf8')))

test('a service reads the clock in its composition roots alone', () => {
  expect(readsOf('services/*/src/**/*.ts').filter((file) => !MAY_READ.test(file))).toEqual([])
})

test('commands show that a read of the clock is seen', () => {
  expect(readsOf('services/*/src/commands/*.ts')).not.toEqual([])
})
