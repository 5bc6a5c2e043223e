import { ERROR_SHARE } from './absence-alarms.ts'
import type { Dashboard } from './dashboard.ts'

const of = (metric: string, more = '') => `${metric}{service="$service"${more}}`

export const SERVICE: Dashboard = {
  name: 'service',
  title: 'one service',
  hasServiceChoice: true,
  panels: [
    { title: 'Replicas that answer', unit: 'short', queries: [['sum(up{job="$service"})', 'replicas']] },
    {
      title: 'Dependencies',
      unit: 'short',
      queries: [[`min by (dependency) (${of('dependency_up')})`, '{{dependency}}']],
    },
    {
      title: 'Answers',
      unit: 'reqps',
      queries: [[`sum by (status) (rate(${of('http_request_duration_seconds_count')}[5m]))`, '{{status}}']],
    },
    {
      title: 'Slowest routes (p95)',
      unit: 's',
      queries: [
        [
          `topk(8, histogram_quantile(0.95, sum by (route, le) (rate(${of('http_request_duration_seconds_bucket', ',route!~".*stream.*"')}[5m]))))`,
          '{{route}}',
        ],
      ],
    },
    {
      title: 'Behind its topics',
      unit: 's',
      queries: [[`max by (topic) (${of('consumer_lag_seconds')})`, '{{topic}}']],
    },
    {
      title: 'Records that wait',
      unit: 'short',
      queries: [[`max by (topic) (${of('consumer_lag_messages')})`, '{{topic}}']],
    },
    {
      title: 'Outbox',
      unit: 'short',
      queries: [
        [`max(${of('outbox_pending')})`, 'pending'],
        [`max(${of('outbox_rejected')})`, 'rejected'],
      ],
    },
    {
      title: 'Dead letters and unknown events',
      unit: 'short',
      queries: [
        [`sum by (topic) (increase(${of('dlq_messages_total')}[1h]))`, '{{topic}}'],
        [`sum by (topic) (increase(${of('consumer_unknown_events_total')}[1h]))`, 'unknown: {{topic}}'],
      ],
    },
    {
      title: 'Waits for a connection, and for the event loop',
      unit: 's',
      queries: [
        [`max(${of('database_pool_wait_seconds')})`, 'pool'],
        [`max(${of('nodejs_eventloop_lag_p99_seconds')})`, 'event loop (p99)'],
      ],
    },
    {
      title: 'Refusals by a limit',
      unit: 'short',
      queries: [[`sum by (limit) (increase(${of('limits_hit_total')}[5m]))`, '{{limit}}']],
    },
  ],
}

export const FLEET: Dashboard = {
  name: 'fleet',
  title: 'the fleet',
  panels: [
    {
      title: 'Replicas that answer',
      unit: 'short',
      queries: [['sum by (job) (up and on (job) build_info)', '{{job}}']],
    },
    {
      title: 'Releases',
      unit: 'short',
      queries: [['count by (service, version) (build_info)', '{{service}} {{version}}']],
    },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: [['max by (service) (process_resident_memory_bytes)', '{{service}}']],
    },
    {
      title: 'Processor cores',
      unit: 'short',
      queries: [['sum by (service) (rate(process_cpu_seconds_total[5m]))', '{{service}}']],
    },
    {
      title: 'Starts',
      unit: 'short',
      queries: [['sum by (service) (changes(process_start_time_seconds[10m]))', '{{service}}']],
    },
    {
      title: 'Errors of ours',
      unit: 'percentunit',
      queries: [[ERROR_SHARE, '{{service}}']],
    },
    {
      title: 'Pollers of the feed, and requests left to them',
      unit: 'short',
      queries: [
        ['sum(feed_poller)', 'pollers'],
        ['max(feed_requests_left)', 'requests left'],
      ],
    },
    {
      title: 'Sign-ins, and refusals',
      unit: 'short',
      queries: [
        ['sum by (method) (increase(sign_ins_total[5m]))', '{{method}}'],
        ['sum by (reason) (increase(auth_failures_total[5m]))', 'refused: {{reason}}'],
      ],
    },
  ],
}
