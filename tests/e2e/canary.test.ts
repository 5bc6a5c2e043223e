import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { spendCanaryDay } from '../support/canary-day.ts'
import { followSpans } from '../support/followed-spans.ts'
import { createWalkonClient, eventually } from '../support/walkon-client.ts'

const client = createWalkonClient(inject('baseUrl'))
afterAll(client.releasePins)

const readLog = () =>
  globSync(join(inject('dataDir'), 'walkon.log*'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
const readTraces = () => readFileSync(inject('spansFile'), 'utf8')

const listening = z.object({ part: z.literal('operator'), msg: z.string() })

/** The metrics of every process, at the addresses that the log names. */
async function readMetrics(): Promise<string[]> {
  const lines = readLog()
    .split('\n')
    .filter((line) => line.includes('"operator"'))
  const urls = lines.flatMap((line) => {
    const { data } = listening.safeParse(JSON.parse(line))
    return /http:\S+/.exec(data?.msg ?? '')?.[0] ?? []
  })
  return Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()))
}

test('a visitor’s day leaves nothing of the visitor in logs, metrics and spans, and in spans no ride, park or restaurant', async () => {
  const spans = followSpans(inject('spansFile'))
  const { secrets, unnamed } = await spendCanaryDay(client, inject('baseUrl'))
  await eventually(async () => {
    const names = new Set(spans().map(({ name }) => name))
    return ['send email', 'send sms', 'send push'].every((name) => names.has(name))
  })
  await eventually(async () => readLog().includes('webhook failed'))
  const metrics = await readMetrics()

  // Without these nothing would be shown.
  expect(readLog()).toContain('delivery accepted')
  expect(metrics.length).toBeGreaterThanOrEqual(8)
  expect(secrets.length).toBeGreaterThan(12)
  const told = { log: readLog(), metrics: metrics.join('\n'), spans: readTraces() }
  const found = Object.entries(told).flatMap(([where, text]) =>
    [...secrets, ...(where === 'spans' ? unnamed : [])]
      .filter((word) => text.includes(word))
      .map((word) => `${where} has ${word}`),
  )
  expect(found).toEqual([])
})
