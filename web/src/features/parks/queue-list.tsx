import type { RideQueue } from '@walkon/contracts/ride-queue'
import { queueWords } from './queue-words.ts'

type QueueListProps = { queues: RideQueue[]; timezone: string; className?: string }

/** The queues of a ride beside standby, each in a few words. */
export const QueueList = ({ queues, timezone, className = '' }: QueueListProps) => (
  <ul aria-label="Other queues" className={`flex flex-wrap gap-x-4 gap-y-1 text-14 ${className}`}>
    {queues.map((queue, index) => {
      const { name, news } = queueWords(queue, timezone)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a ride may have two queues that we know as little of
        <li key={`${queue.kind} ${index}`}>
          {news ? (
            <>
              <span className="text-ink-2">{name}</span> <b>{news}</b>
            </>
          ) : (
            <b>{name}</b>
          )}
        </li>
      )
    })}
  </ul>
)
