/** Judges if each fact was told once to all who waited for it. Pure: the suite brings the facts and the mails. */

/** A fact that a mail tells: a ride that fell to a short wait and stayed there, a table, a return time, a fare or a paid order. */
export type News = {
  kind: 'ride' | 'table' | 'return time' | 'fare' | 'order'
  /** Words that every mail about it has, and no other mail of its visitors. */
  words: string
  since: Date
  /** All who waited for it at that time. */
  visitors: string[]
}

/** A mail that the provider accepted: counted in its ledger, also where its answer said otherwise. */
export type Mail = { to: string; text: string; sentAt: Date }

export type Verdict = {
  expected: number
  /** `visitor words`, each. */
  lost: string[]
  doubled: string[]
  /** From the fact to the acceptance, in seconds, shortest first. */
  delays: number[]
  /** The same from the end of the fault, where the fact is older; null without a fault. */
  longestAfterEnd: number | null
}

/** All news are one mail for each of their visitors: none lost, none doubled. */
export function judge(news: News[], mails: Mail[], endedAt: Date | null = null): Verdict {
  const byVisitor = Map.groupBy(
    mails.map(({ to, text, sentAt }) => ({ to, words: toWords(text), sentMs: sentAt.getTime() })),
    ({ to }) => to,
  )
  const pairs = news.flatMap((each) => each.visitors.map((visitor) => ({ ...each, visitor })))
  const seen = pairs.map(({ words, visitor, since }) => ({
    pair: `${visitor} ${words}`,
    since: since.getTime(),
    sentMs: (byVisitor.get(visitor) ?? [])
      .filter((mail) => names(mail.words, words))
      .map((mail) => mail.sentMs)
      .toSorted((one, other) => one - other),
  }))
  const told = seen.flatMap(({ sentMs: [first], since }) => (first === undefined ? [] : [{ first, since }]))
  return {
    expected: pairs.length,
    lost: seen.filter(({ sentMs }) => sentMs.length === 0).map(({ pair }) => pair),
    doubled: seen.filter(({ sentMs }) => sentMs.length > 1).map(({ pair }) => pair),
    delays: told.map(({ first, since }) => (first - since) / 1_000).toSorted((one, other) => one - other),
    longestAfterEnd:
      endedAt &&
      told
        .map(({ first, since }) => (first - Math.max(since, endedAt.getTime())) / 1_000)
        .reduce((longest, delay) => Math.max(longest, delay), 0),
  }
}

/** Without addresses of pages: the token of one can have the name of a ride in it. */
const toWords = (text: string): string => toLine(text.replace(/https?:\/\/\S+/g, ' '))

const toLine = (text: string): string => text.replace(/\s+/g, ' ')

/** True if the words stand there by themselves, and not within longer ones. */
function names(text: string, words: string): boolean {
  const line = toLine(words)
  for (let at = text.indexOf(line); at >= 0; at = text.indexOf(line, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + line.length])) return true
  return false
}

const isLetter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/** One line of the table at the end. */
export function toRow(name: string, { expected, lost, doubled, delays, longestAfterEnd }: Verdict): string {
  const middle = delays[Math.floor(delays.length / 2)]
  const counts = [expected, lost.length, doubled.length].map((count) => String(count).padStart(8))
  const times = [middle, delays.at(-1), longestAfterEnd ?? undefined].map(seconds)
  return [name.padEnd(38), ...counts, ...times].join(' ')
}

const seconds = (delay: number | undefined) =>
  (delay === undefined ? '-' : `${delay.toFixed(1)} s`).padStart(9)

export const HEADING = [
  'fault'.padEnd(38),
  ...['expected', 'lost', 'doubled'].map((name) => name.padStart(8)),
  ...['middle', 'longest', 'after end'].map((name) => name.padStart(9)),
].join(' ')

const KINDS = ['ride', 'table', 'return time', 'fare'] as const satisfies News['kind'][]

/** A line for each fault, and one for each kind of news over all faults. */
export function rowsOf(
  faults: { fault: string; news: News[]; endedAt: Date | null }[],
  mails: Mail[],
): string[] {
  const all = faults.flatMap(({ news }) => news)
  return [
    ...faults.map(({ fault, news, endedAt }) => toRow(fault, judge(news, mails, endedAt))),
    ...KINDS.map((kind) =>
      toRow(
        `all of kind ${kind}`,
        judge(
          all.filter((each) => each.kind === kind),
          mails,
        ),
      ),
    ),
  ]
}
