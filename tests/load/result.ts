/** One line of the benchmark table. */
export type BenchResult = {
  name: string
  value: number
  unit: string
  /** What the value should be; empty where no goal is set. */
  goal: string
  met: boolean
  /** Holds on every machine and at every scale: a run that breaks it has failed, which a missed goal has not. */
  isPromise?: true
}

/** A measured value without a goal. */
export const figure = (name: string, value: number, unit: string): BenchResult => ({
  name,
  value: round(value),
  unit,
  goal: '',
  met: true,
})

export const atLeast = (name: string, value: number, unit: string, goal: number): BenchResult => ({
  name,
  value: round(value),
  unit,
  goal: `>= ${goal}`,
  met: value >= goal,
})

export const atMost = (name: string, value: number, unit: string, goal: number): BenchResult => ({
  name,
  value: round(value),
  unit,
  goal: `<= ${goal}`,
  met: value <= goal,
})

/** A count that may be no other. */
export const mustBe = (name: string, value: number, unit: string, goal: number): BenchResult => ({
  name,
  value,
  unit,
  goal: `= ${goal}`,
  met: value === goal,
  isPromise: true,
})

/** A bound that holds on every machine. */
export const mustBeAtMost = (name: string, value: number, unit: string, goal: number): BenchResult => ({
  ...atMost(name, value, unit, goal),
  isPromise: true,
})

/** Why this result makes its run a failed one; null if it does not. */
export function toFault({ name, value, unit, goal, met, isPromise }: BenchResult): string | null {
  if (!Number.isFinite(value)) return `${name} is ${value}, which is no number`
  return isPromise && !met ? `${name} is ${value} ${unit}, which must be ${goal}` : null
}

const round = (value: number) => Number(value.toPrecision(4))
