/** What the product promises of falls, and what became of it. Pure: the suite brings both sides. */

/** A ride that fell to a short wait and stayed there, and the visitors who had alerts on at that time. */
export type Fall = { ride: string; fellAt: Date; visitors: string[] }

/** A mail that the provider accepted: counted in its ledger, also where its answer said otherwise. */
export type Mail = { to: string; text: string; sentAt: Date }

export type Verdict = {
  expected: number
  /** `visitor ride`, each. */
  lost: string[]
  doubled: string[]
  /** From the fall to the acceptance, in seconds, shortest first. */
  delays: number[]
}

/** Each fall is one alert for each of its visitors: none lost, none doubled. */
export function judge(falls: Fall[], mails: Mail[]): Verdict {
  const pairs = falls.flatMap((fall) => fall.visitors.map((visitor) => ({ ...fall, visitor })))
  const seen = pairs.map(({ ride, visitor, fellAt }) => ({
    pair: `${visitor} ${ride}`,
    fellAt,
    sentAt: mails
      .filter(({ to, text }) => to === visitor && text.includes(ride))
      .map((mail) => mail.sentAt.getTime())
      .toSorted((one, other) => one - other),
  }))
  return {
    expected: pairs.length,
    lost: seen.filter(({ sentAt }) => sentAt.length === 0).map(({ pair }) => pair),
    doubled: seen.filter(({ sentAt }) => sentAt.length > 1).map(({ pair }) => pair),
    delays: seen
      .flatMap(({ sentAt: [first], fellAt }) => (first ? [(first - fellAt.getTime()) / 1_000] : []))
      .toSorted((one, other) => one - other),
  }
}

/** One line of the table at the end. */
export function toLine(fault: string, { expected, lost, doubled, delays }: Verdict): string {
  const middle = delays[Math.floor(delays.length / 2)]
  const counts = [expected, lost.length, doubled.length].map((count) => String(count).padStart(8))
  return [fault.padEnd(38), ...counts, seconds(middle), seconds(delays.at(-1))].join(' ')
}

const seconds = (delay: number | undefined) => `${delay?.toFixed(1) ?? '-'} s`.padStart(8)

export const HEADING = [
  'fault'.padEnd(38),
  ...['expected', 'lost', 'doubled', 'middle', 'longest'].map((name) => name.padStart(8)),
].join(' ')
