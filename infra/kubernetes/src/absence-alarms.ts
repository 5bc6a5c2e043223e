import { SERVICE_NAMES } from '@walkon/contracts/services'
import type { Alarm } from './alarm.ts'

/** Alarms about a process cannot come from the metrics of that process: Prometheus itself has `up` for each target that it scrapes. */
export const PROCESSES = ['gateway', ...SERVICE_NAMES]

const toName = (service: string) =>
  service.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A page for each process of which no replica answers, also if Prometheus finds no target of it. */
const AWAY: Alarm[] = PROCESSES.map((service) => ({
  name: `${toName(service)}Away`,
  expr: `absent(up{job="${service}"} == 1)`,
  for: '2m',
  severity: 'page',
  runbook: 'docs/runbooks/process-away.md',
  advice: 'Look why no replica answers: the events of its pods, then the last lines of their logs.',
}))

const FAILED = 'sum by (service) (rate(http_request_duration_seconds_count{status=~"5.."}[5m]))'
const ANSWERED = 'sum by (service) (rate(http_request_duration_seconds_count[5m]))'
export const ERROR_SHARE = `${FAILED} / ${ANSWERED}`

/** The promise: 99 of 100 alerts reach their provider within a minute. A burn rate of 1 spends a month's error budget in a month. */
const SLOW_SHARE = (window: string) =>
  `(1 - sum(rate(alert_latency_seconds_bucket{le="60"}[${window}])) / sum(rate(alert_latency_seconds_count[${window}])))`
const SLOW_ADVICE =
  'Look at the lag of alert-evaluator and notifier, at the age of the oldest delivery, and at the provider.'

export const ABSENCE_ALARMS: Alarm[] = [
  ...AWAY,
  {
    name: 'ReplicaAway',
    expr: 'up == 0 and on (job) build_info',
    for: '5m',
    severity: 'ticket',
    runbook: 'docs/runbooks/process-away.md',
    advice: 'Read the last lines of the replica, and look whether its node is well.',
  },
  {
    name: 'AnswersFail',
    expr: `${ERROR_SHARE} > 0.05`,
    for: '5m',
    severity: 'page',
    runbook: 'docs/runbooks/process-away.md',
    advice:
      'Find the errors of the service in its log by `statusCode`, and what it misses in the table of faults.',
  },
  {
    name: 'AnswersSlow',
    expr: 'histogram_quantile(0.95, sum by (service, le) (rate(http_request_duration_seconds_bucket{route!~".*stream.*"}[5m]))) > 2.5',
    for: '10m',
    severity: 'ticket',
    runbook: 'docs/runbooks/process-away.md',
    advice: 'Look at the pool of connections and the processor of the service, then at its slowest route.',
  },
  {
    name: 'PromiseBurnsFast',
    expr: `${SLOW_SHARE('1h')} > 0.144 and ${SLOW_SHARE('5m')} > 0.144`,
    severity: 'page',
    runbook: 'docs/runbooks/provider-down.md',
    advice: SLOW_ADVICE,
  },
  {
    name: 'PromiseBurns',
    expr: `${SLOW_SHARE('6h')} > 0.06 and ${SLOW_SHARE('30m')} > 0.06`,
    severity: 'ticket',
    runbook: 'docs/runbooks/provider-down.md',
    advice: SLOW_ADVICE,
  },
  {
    name: 'FaresOverdue',
    expr: 'max(flight_check_most_overdue_seconds) > 3600',
    for: '1h',
    severity: 'ticket',
    runbook: 'docs/runbooks/provider-down.md',
    advice: 'Look whether the provider of fares answers, and whether `FLIGHT_SEARCHES_PER_DAY` is spent.',
  },
  {
    name: 'TablesNotChecked',
    expr: 'sum(increase(table_checks_total{outcome!="listed"}[1h])) > 0 unless sum(increase(table_checks_total{outcome="checked"}[1h])) > 0',
    severity: 'ticket',
    runbook: 'docs/runbooks/provider-down.md',
    advice: 'Look whether the provider of reservations answers, and whether its key is valid.',
  },
  {
    name: 'TablesOverdue',
    expr: 'max(table_check_most_overdue_seconds) > 1800',
    for: '15m',
    severity: 'ticket',
    runbook: 'docs/runbooks/provider-down.md',
    advice: 'Raise `TABLE_REQUESTS_PER_MINUTE` with the consent of the provider of reservations.',
  },
  {
    name: 'StarsMiscounted',
    expr: 'increase(miscounted_items_total[1d]) > 0',
    severity: 'ticket',
    runbook: 'services/rankings/README.md',
    advice:
      'The counters are mended already: look in the log of rankings which item it was, and what wrote it.',
  },
]
