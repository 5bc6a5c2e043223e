import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { ALARM_CASES, type AlarmCase, type Series } from './alarm-cases.ts'

const RULES = resolve(import.meta.dirname, '../../../../k8s/base/alarms.yaml')

type Rule = { alert: string }
type Rules = { spec: { groups: { rules: Rule[] }[] } }

/** Runs both cases of each alarm, or of one, on the rules of `k8s/base/alarms.yaml` in Prometheus's own engine. */
export function testAlarms({
  only,
  change = (rules) => rules,
}: {
  only?: string
  change?: (rules: string) => string
} = {}): { passed: boolean; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'walkon-alarms-'))
  const { spec } = parse(change(readFileSync(RULES, 'utf8'))) as Rules
  const rules = spec.groups.flatMap((group) => group.rules)
  const cases = Object.entries(ALARM_CASES).filter(([name]) => only === undefined || name === only)
  try {
    const files = cases.map(([name, alarm]) =>
      writeTest(
        folder,
        name,
        rules.filter(({ alert }) => alert === `Walkon${name}`),
        alarm,
      ),
    )
    return runPromtool(files)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A file of tests with the one rule that they are about: with all rules beside it, each minute costs sixty times as much. */
function writeTest(
  folder: string,
  name: string,
  rules: Rule[],
  { fires, silent, at = 5 }: AlarmCase,
): string {
  const file = join(folder, `${name}.yaml`)
  writeFileSync(join(folder, `${name}.rules.yaml`), stringify({ groups: [{ name, rules }] }))
  const tests = [toTest(name, fires, 1, at), toTest(name, silent, 0, at)]
  writeFileSync(file, stringify({ rule_files: [`${name}.rules.yaml`], evaluation_interval: '1m', tests }))
  return file
}

/** At this minute the alarm fires, 1, or does not, 0. */
const toTest = (name: string, series: Series, value: 0 | 1, at: number) => ({
  interval: '1m',
  input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="Walkon${name}",alertstate="firing"}) > bool 0 or vector(0)`,
      eval_time: `${at}m`,
      exp_samples: [{ labels: '{}', value }],
    },
  ],
})

function runPromtool(files: string[]): { passed: boolean; said: string } {
  try {
    const said = execFileSync('promtool', ['test', 'rules', ...files], { encoding: 'utf8', stdio: 'pipe' })
    return { passed: true, said }
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string }
    if (code === 'ENOENT')
      throw new Error('promtool is not installed. It comes with Prometheus.', { cause: error })
    return { passed: false, said: String(stderr) }
  }
}
