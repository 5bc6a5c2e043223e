import type { RideQueue } from '@walkon/contracts/ride-queue'
import { queueWords, type QueueWords } from './queue-words.ts'

type QueueListProps = { queues: RideQueue[]; timezone: string; className?: string }

/** The queues of a ride beside standby, each in a few words. */
export const QueueList = ({ queues, timezone, className = '' }: QueueListProps) => (
  <ul aria-label="Other queues" className={`flex flex-wrap gap-x-4 gap-y-1 text-14 ${className}`}>
    {wordsOnce(queues, timezone).map(({ name, news }) => (
      <li key={`${name} ${news}`}>
        {news ? (
          <>
            <span className="text-ink-2">{name}</span> <b>{news}</b>
          </>
        ) : (
          <b>{name}</b>
        )}
      </li>
    ))}
  </ul>
)

/** Two queues of which the feed says the same are one line. */
function wordsOnce(queues: RideQueue[], timezone: string): QueueWords[] {
  const words = queues.map((queue) => queueWords(queue, timezone))
  return [...new Map(words.map((each) => [`${each.name} ${each.news}`, each])).values()]
}
