/** One line of the benchmark table. */
export type BenchResult = { name: string; value: number; unit: string; goal: string; met: boolean }

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

const round = (value: number) => Number(value.toPrecision(4))
