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

/** A narrow row shows "Return gone" of "Return time gone for today". */
function Words({ of }: { of: string }) {
  const [start, end] = of.split(/(?= (?:time|for today|right now)$)/)
  return (
    <>
      {start}
      {end && <span className="ride__word">{end}</span>}
    </>
  )
}

/** Two queues of which the feed says the same are one line. */
function wordsOnce(queues: RideQueue[], timezone: string): QueueWords[] {
  const words = queues.map((queue) => queueWords(queue, timezone))
  return [...new Map(words.map((each) => [`${each.name} ${each.news}`, each])).values()]
}
