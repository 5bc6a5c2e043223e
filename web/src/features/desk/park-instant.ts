/** The instant of a park's clock. At the hour that a change of clocks leaves out, the hour after it. */
export function instantAt(date: string, time: string, timezone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  const offsetAt = (at: number) => {
    const shown = new Date(at).toLocaleString('sv-SE', { timeZone: timezone })
    return Date.parse(`${shown.replace(' ', 'T')}Z`) - at
  }
  const guess = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(guess))
}
