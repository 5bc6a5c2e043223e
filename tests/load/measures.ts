/** What several benchmarks need: how much to do, how long it took, what of it to report. */

/** A full count or duration at this scale, in whole numbers; below `least` a measurement would show nothing. */
export const scaled = (full: number, scale: number, least: number): number =>
  Math.min(full, Math.max(least, Math.round(full * scale)))

export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** NaN of no values. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
