const clocks = new Map<string, Intl.DateTimeFormat>()

/** "2:41:09 pm": events within one second can matter. */
export const clockWithSeconds = (at: Date, timezone: string): string =>
  clockOf(timezone).format(at).toLowerCase()

/** Making a formatter is slow. */
function clockOf(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', timeZone: timezone })
  clocks.set(timezone, made)
  return made
}
