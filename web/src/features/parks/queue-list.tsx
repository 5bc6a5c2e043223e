import type { RideQueue } from '@walkon/contracts/ride-queue'
import { queueWords, type QueueWords } from './queue-words.ts'

type QueueListProps = { queues: RideQueue[]; timezone: string; className?: string }

/** The queues of a ride beside standby, each in a few words. */
export const QueueList = ({ queues, timezone, className = LIST }: QueueListProps) => (
  <ul aria-label="Other queues" className={className}>
    {wordsOnce(queues, timezone).map(({ name, news }) => (
      <li key={`${name} ${news}`}>
        {news ? (
          <>
            <span className="text-ink-2">
              <Words of={name} />
            </span>{' '}
            <b>
              <Words of={news} />
            </b>
          </>
        ) : (
          <b>{name}</b>
        )}
      </li>
    ))}
  </ul>
)

const LIST = 'flex flex-wrap gap-x-4 gap-y-1 text-14'

/** A narrow row shows "Return gone" of "Return time gone for today", and leaves the zone to the line above the board. */
const Words = ({ of }: { of: string }) =>
  of.split(LESS_ON_A_PHONE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="ride__word">
        {part}
      </span>
    ),
  )

const LESS_ON_A_PHONE = /( (?:time|for today|right now)$| [A-Z]{3}\S*(?= \())/

/** Two queues of which the feed says the same are one line. */
function wordsOnce(queues: RideQueue[], timezone: string): QueueWords[] {
  const words = queues.map((queue) => queueWords(queue, timezone))
  return [...new Map(words.map((each) => [`${each.name} ${each.news}`, each])).values()]
}
