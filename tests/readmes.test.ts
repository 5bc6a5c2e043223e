import { SERVICE_NAMES } from '@walkon/contracts/services'
import { gatewaySettings } from '@walkon/gateway/config'
import { SERVICE_BY_NAME } from '@walkon/local/services'
import { buildUnconnected, SAMPLE_ENVIRONMENTS } from '@walkon/local/unconnected-services'
import { baseSettings, storeSettings } from '@walkon/service/config'
import { createMetrics } from '@walkon/service/metrics'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/** What an operator looks for in the README of a service: its settings, what runs in it, and its metrics. */

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const operations = read('docs/operations.md')

/** The names that stand nowhere in backticks, alone or with what follows a name: `NAME=value`, `name{label}`. */
const listUnnamed = (text: string, names: Iterable<string>) =>
  [...names].filter((name) => !new RegExp(`\`${name}(?:[={][^\`\n]*)?\``).test(text))

const without = (all: object, common: object) => Object.keys(all).filter((name) => !(name in common))

describe.for(SERVICE_NAMES)('%s', (name) => {
  const readme = read(`services/${name}/README.md`)

  test(`the README of ${name} names each of its own settings`, () => {
    const { settings } = SERVICE_BY_NAME[name].configure(SAMPLE_ENVIRONMENTS.services[name])
    expect(listUnnamed(readme, without(settings, storeSettings.shape))).toEqual([])
  })

  test(`the README of ${name} names each of its jobs`, () => {
    const jobs = buildUnconnected(name).jobs.map((job) => job.name)
    expect(jobs.length).toBeGreaterThan(0)
    expect(listUnnamed(readme, jobs)).toEqual([])
  })

  test(`the README of ${name}, or docs/operations.md, names each of its metrics`, () => {
    const common = createMetrics(name)
    const metrics = createMetrics(name)
    buildUnconnected(name, metrics)
    const own = metrics
      .getMetricsAsArray()
      .flatMap((metric) => (common.getSingleMetric(metric.name) ? [] : [metric.name]))
    expect(own.length).toBeGreaterThan(0)
    expect(listUnnamed(readme + operations, own)).toEqual([])
  })
})

test('the README of the gateway names each of its own settings', () => {
  const names = without(gatewaySettings.parse(SAMPLE_ENVIRONMENTS.gateway), baseSettings.shape)
  expect(listUnnamed(read('services/gateway/README.md'), names)).toEqual([])
})
