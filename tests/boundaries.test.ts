import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'
// @ts-expect-error The rules are plain JavaScript, which the tool loads itself.
import rules from '../.dependency-cruiser.mjs'

test('every import keeps to the rules', { timeout: 120_000 }, async () => {
  const { options, ...ruleSet } = rules
  const { output } = await cruise(['libs', 'services', 'infra', 'web/src'], {
    ...options,
    ruleSet,
    validate: true,
    baseDir: '..',
  } as never)
  const { summary } = output as ICruiseResult

  // Without a TypeScript it supports, the tool cruises nothing and finds nothing wrong.
  expect(summary.totalCruised).toBeGreaterThan(150)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
})
