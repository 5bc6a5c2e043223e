/** A dashboard of Grafana, in what differs from one to the other. */
export type Dashboard = {
  /** Its file and the end of its address. */
  name: string
  title: string
  /** True if it shows one process at a time, which the reader chooses. */
  hasServiceChoice?: true
  panels: Panel[]
}

type Panel = {
  title: string
  unit: 'short' | 's' | 'percentunit' | 'bytes' | 'reqps'
  queries: Query[]
}

/** PromQL, and the words of each line; `{{label}}` is replaced by its value. */
type Query = [expr: string, legend: string]

/** Panels a row, and the width of Grafana's grid. */
const COLUMNS = 2
const WIDTH = 24
const HEIGHT = 8

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' }

/** Grafana's JSON, as its provisioning and its import take it. */
export const toGrafana = (
  { name, title, hasServiceChoice, panels }: Dashboard,
  processes: string[],
): object => ({
  uid: `walkon-${name}`,
  title: `Walkon: ${title}`,
  tags: ['walkon'],
  timezone: 'utc',
  schemaVersion: 39,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
      ...(hasServiceChoice ? [toChoice(processes)] : []),
    ],
  },
  panels: panels.map(toPanel),
})

const toChoice = (processes: string[]) => ({
  name: 'service',
  label: 'Service',
  type: 'custom',
  query: processes.join(','),
  current: { text: processes[0], value: processes[0] },
  options: processes.map((process, index) => ({ text: process, value: process, selected: index === 0 })),
})

const toPanel = ({ title, unit, queries }: Panel, index: number) => ({
  id: index + 1,
  type: 'timeseries',
  title,
  datasource: DATASOURCE,
  gridPos: {
    x: (index % COLUMNS) * (WIDTH / COLUMNS),
    y: Math.floor(index / COLUMNS) * HEIGHT,
    w: WIDTH / COLUMNS,
    h: HEIGHT,
  },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options: { legend: { displayMode: 'table', placement: 'bottom', calcs: ['lastNotNull', 'max'] } },
  targets: queries.map(([expr, legendFormat], query) => ({
    refId: String.fromCodePoint(65 + query),
    datasource: DATASOURCE,
    expr,
    legendFormat,
  })),
})
