import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS, programsOf, withCommandsTable } from './commands.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const listFiles = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))

const sources = COMMANDS.flatMap((command) => programsOf(command).map(({ source }) => source))

test('every command of every service has its place in the front', () => {
  const files = listFiles('services/*/src/commands/*.ts')
  expect(files.length).toBeGreaterThan(15)
  expect(sources).toEqual(expect.arrayContaining(files))
})

test('every command has a program', () => {
  expect(sources.filter((source) => listFiles(source).length === 0)).toEqual([])
})

test('no two commands share a name in an image', () => {
  const names = COMMANDS.flatMap((command) => programsOf(command).map(({ bundledAs }) => bundledAs))
  expect(new Set(names).size).toBe(names.length)
})

test('docs/operations.md has each command with its images and its dry run; npm run docs writes the table', () => {
  const page = readFileSync(resolve(ROOT, 'docs/operations.md'), 'utf8')
  expect(withCommandsTable(page)).toBe(page)
})
