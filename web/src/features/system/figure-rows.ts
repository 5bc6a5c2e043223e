import type { SystemFigure, SystemReport } from '@walkon/contracts/http/system'
import { FIGURE_WORDS, type FigureWords } from './figure-words.ts'

export type FigureState = 'act' | 'fine' | 'unknown'

/** One figure as it is shown. */
export type FigureRow = {
  key: string
  name: string
  /** The figure's subject: a topic, a channel, a provider. */
  of: string
  value: string
  limit: string
  state: FigureState
  advice: string
}

/** The figures of a report in words, those that need an act first. */
export const toRows = ({ figures }: SystemReport): FigureRow[] =>
  figures
    .filter(({ name, labels }) => {
      const { only, isLimit } = FIGURE_WORDS[name]
      return !isLimit && (only === undefined || labels[only.label] === only.value)
    })
    .map((figure) => toRow(figure, figures))
    .toSorted((one, other) => ORDER[one.state] - ORDER[other.state])

const ORDER = { act: 0, unknown: 1, fine: 2 } satisfies Record<FigureState, number>

function toRow(figure: SystemFigure, figures: SystemFigure[]): FigureRow {
  const { name, unit, alarm, only, advice } = FIGURE_WORDS[figure.name]
  const { group: _, ...shown } = figure.labels
  const of = only ? '' : Object.values(shown).join(', ')
  const words = (value: number) => (unit === 'seconds' ? secondsWords(value) : value.toLocaleString('en-US'))
  const limit = toLimit(alarm, figures)
  return {
    key: `${figure.name} ${of}`,
    name,
    of,
    value: figure.value === null ? 'not read' : words(figure.value),
    limit:
      limit === null ? '' : 'above' in limit ? `at most ${words(limit.above)}` : `at least ${limit.below}`,
    state: stateOf(figure, figures),
    advice,
  }
}

function stateOf({ name, value }: SystemFigure, figures: SystemFigure[]): FigureState {
  if (value === null) return 'unknown'
  if (name === 'flight_searches_today') return isBudgetSpent(figures) ? 'act' : 'fine'
  const { alarm } = FIGURE_WORDS[name]
  if (alarm === undefined) return 'fine'
  const limit = toLimit(alarm, figures)
  if (limit === null) return 'unknown'
  return ('above' in limit ? value > limit.above : value < limit.below) ? 'act' : 'fine'
}

type Limit = { above: number } | { below: number }

/** Null without an alarm, and where the figure that is the limit could not be read. */
function toLimit(alarm: FigureWords['alarm'], figures: SystemFigure[]): Limit | null {
  if (alarm === undefined) return null
  if (!('aboveFigure' in alarm)) return alarm
  const above = figures.find(({ name }) => name === alarm.aboveFigure)?.value ?? null
  return above === null ? null : { above }
}

function isBudgetSpent(figures: SystemFigure[]): boolean {
  const sum = (name: SystemFigure['name']) =>
    figures.filter((figure) => figure.name === name).reduce((total, { value }) => total + (value ?? 0), 0)
  return sum('flight_searches_today') >= sum('flight_searches_per_day')
}

/** `0.3 s`, `12 s`, `4 min`, `3 h`. */
export function secondsWords(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
