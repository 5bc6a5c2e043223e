import { SERVICE_NAMES } from '@walkon/contracts/services'
import { gatewaySettings } from '@walkon/gateway/config'
import { SERVICE_BY_NAME } from '@walkon/local/services'
import { buildUnconnected, SAMPLE_ENVIRONMENTS } from '@walkon/local/unconnected-services'
import { baseSettings, storeSettings } from '@walkon/service/config'
import { collectProcessMetrics, createMetrics } from '@walkon/service/metrics'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/** What an operator looks for in the README of a service: its settings, what runs in it, and its metrics. */

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const operations = read('docs/operations.md')
const [, alarms = ''] = /^## Alarms[^\n]*\n([^]*?)^## /m.exec(operations) ?? []

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

/** The names that mean: this should be 0, or young. */
const MEANS_TROUBLE =
  /oldest|_age_|_errors_|unaccounted|rejected|set_aside|without|not_ended|consumer_lag|dlq/

test('docs/operations.md has an alarm for each metric whose name says that something is late, lost or refused', () => {
  const worrying = namesInCode().filter((name) => MEANS_TROUBLE.test(name))

  expect(worrying.length).toBeGreaterThan(10)
  expect(worrying.filter((name) => !alarms.includes(name))).toEqual([])
})

test('each metric that an alarm of docs/operations.md asks for exists', () => {
  const code = [...alarms.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text.replaceAll(/\{.*?\}/g, ''))
  const asked = code.flatMap((text) => text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [])
  const known = new Set([...namesInCode(), ...FUNCTIONS])

  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !known.has(name.replace(/_(bucket|count)$/, '')))).toEqual([])
})

/** Functions of PromQL. */
const FUNCTIONS = ['min_over_time', 'histogram_quantile']

/** Every metric that some process makes, and those that prom-client has of each process. */
function namesInCode(): string[] {
  const files = globSync('{services,libs}/*/src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const made = files
    .map(read)
    .filter((text) => text.includes('prom-client'))
    .flatMap((text) => [
      ...text.matchAll(/(?:name: |addGauge\(\s*|gauge\(\s*)'(\w+)'|^\s+'([a-z]+_\w+)',$/gm),
    ])
    .map(([, named, listed]) => named ?? listed ?? '')
  const ofProcess = createMetrics('shop')
  collectProcessMetrics(ofProcess, { BUILD_VERSION: 'test' })
  return [...made, ...ofProcess.getMetricsAsArray().map(({ name }) => name)]
}

test('the README of the gateway names each of its own settings', () => {
  const names = without(gatewaySettings.parse(SAMPLE_ENVIRONMENTS.gateway), baseSettings.shape)
  expect(listUnnamed(read('services/gateway/README.md'), names)).toEqual([])
})
