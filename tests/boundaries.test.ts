import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
// @ts-expect-error The rules are plain JavaScript, which the tool loads itself.
import rules from '../.dependency-cruiser.mjs'

const ROOT = resolve(import.meta.dirname, '..')

let result: ICruiseResult

beforeAll(async () => {
  const { options, ...ruleSet } = rules
  const { output } = await cruise(['libs', 'services', 'infra', 'web/src'], {
    ...options,
    ruleSet,
    validate: true,
    baseDir: ROOT,
  })
  result = output as ICruiseResult
}, 300_000)

test('every import keeps to the rules', () => {
  const { summary } = result

  // Without a TypeScript it supports, the tool cruises nothing and finds nothing wrong.
  expect(summary.totalCruised).toBeGreaterThan(300)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
})

/** The part of the house in which a file lies; the services count as one. */
function partOf(path: string): string | null {
  const [top = '', name = ''] = path.split('/')
  if (top === 'web') return 'web'
  if (top === 'services') return name === 'gateway' ? 'gateway' : 'services'
  return top === 'libs' || top === 'infra' ? name : null
}

const isTestCode = (path: string) =>
  /\.test\.tsx?$|\.contract(-(log|member|shop))?\.ts$|\/src\/testing\/|^web\/src\/test\//.test(path)

test('docs/architecture.md draws the imports as they are, and all of them go down', () => {
  const page = readFileSync(resolve(ROOT, 'docs/architecture.md'), 'utf8')
  const lines = [...page.matchAll(/^(\w+) +→ (.*)$/gm)].map(([, part = '', imported = '']) => ({
    part,
    imported,
  }))
  const order = lines.map(({ part }) => part)
  const edges = result.modules
    .filter(({ source }) => !isTestCode(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: partOf(source), to: partOf(resolved) })),
    )
  const read = order.map((part) => {
    const imported = new Set(edges.filter(({ from }) => from === part).map(({ to }) => to))
    return {
      part,
      imported: order.filter((other) => other !== part && imported.has(other)).join(', ') || 'nothing',
    }
  })

  expect(new Set(edges.map(({ from }) => from))).toEqual(new Set(order))
  expect(lines).toEqual(read)
  for (const { part, imported } of read) {
    const below = order.slice(order.indexOf(part) + 1)
    expect(imported.split(', ').filter((other) => other !== 'nothing' && !below.includes(other))).toEqual([])
  }
})
