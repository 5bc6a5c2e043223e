/** A calendar month in UTC, by which the texts of plans are counted. */
export type TextMonth = {
  /** Its first day, `yyyy-mm-dd`. */
  month: string
  nextMonthAt: Date
}

export function toTextMonth(now: Date): TextMonth {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return {
    month: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10),
    nextMonthAt: new Date(Date.UTC(year, month + 1, 1)),
  }
}
