/** A rule of Prometheus (docs/operations.md). */
export type Alarm = {
  name: string
  /** PromQL. Gauges of tables are the same in each replica, so none is summed over replicas. */
  expr: string
  /** The duration that it must hold; without it the alarm fires at once. */
  for?: string
  /** `page`: alerts or money stand still now. `ticket`: it can wait for the day. */
  severity: 'page' | 'ticket'
  /** The page with its steps, from the root of the repository. */
  runbook: string
  advice: string
}
