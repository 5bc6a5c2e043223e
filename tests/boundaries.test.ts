import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error The rules are plain JavaScript, which the tool loads itself.
import rules from '../.dependency-cruiser.mjs'

test('every import keeps to the rules', { timeout: 120_000 }, async () => {
  const { options, ...ruleSet } = rules
  const baseDir = resolve(import.meta.dirname, '..')
  const { output } = await cruise(['libs', 'services', 'infra', 'web/src'], {
    ...options,
    ruleSet,
    validate: true,
    baseDir,
  })
  const { summary } = output as ICruiseResult

  // Without a TypeScript it supports, the tool cruises nothing and finds nothing wrong.
  expect(summary.totalCruised).toBeGreaterThan(300)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
})
