import { clockParts } from './offer-look.ts'

/** A return time as the number of a line, never wider than its place: a time has more figures than a wait. */
export function ClockNumber({ at, timezone }: { at: string; timezone: string }) {
  const [figures, unit] = clockParts(at, timezone)
  return (
    <span className="text-28 tracking-[-0.05em] [font-stretch:100%] max-sm:text-22">
      {figures}
      {unit && <small> {unit}</small>}
    </span>
  )
}
