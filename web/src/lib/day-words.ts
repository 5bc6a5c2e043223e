/** "Apr 14, 2026": the day of an instant, by the clock of this computer. */
export const dayWords = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' })
