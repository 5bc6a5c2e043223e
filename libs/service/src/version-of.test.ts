import { expect, test } from 'vitest'
import { versionOf } from './version-of.ts'

test('equal contents have one version, and any other contents another', () => {
  const version = versionOf('Quiet hours', { dates: ['2026-07-01'] })
  expect(versionOf('Quiet hours', { dates: ['2026-07-01'] })).toBe(version)
  for (const other of [['Quiet hours'], ['Quiet hours', { dates: ['2026-07-02'] }], ['Quiet', ' hours']])
    expect(versionOf(...other)).not.toBe(version)
})

test('a version is an integer that JSON carries without a loss', () => {
  expect(Number.isSafeInteger(versionOf({}))).toBe(true)
})
