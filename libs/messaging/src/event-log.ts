/**
 * The log of events that services speak through: Kafka when deployed, a durable log in PostgreSQL in the local run. Both keep to the same
 * contract (event-log.contract.ts). Records of one key stay in order, each reaches every group at least once, members of a group share the
 * partitions, and acknowledged records survive a restart.
 */
export type EventLog = {
  /**
   * Resolves when all records are durable. Records of one key keep their order. Rejects with `RejectedRecords` when
   * some can never be taken: all others are durable then. After any other error some may be durable, so that
   * publishing the same again makes duplicates and loses nothing.
   */
  publish(records: NewRecord[]): Promise<void>
  subscribe(subscription: Subscription): Subscriber
  /** How far the group has read each partition of the topics, by topic. */
  lag(group: string, topics: string[]): Promise<Record<string, PartitionLag[]>>
  /**
   * Hands over every record that the topics hold now, those of one partition in their order; for an operator to look at. It belongs to no
   * group, so no consumer misses anything. Rejects with the signal's reason when that aborts.
   */
  read(topics: string[], take: (records: LogRecord[]) => void, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** All that an operator needs of the log. */
export type LogReader = Pick<EventLog, 'read'>

export type PartitionLag = {
  partition: number
  /** The first record that the group has not acknowledged, of those that the log still has. */
  nextOffset: number
  /** The offset of the next record to be published. */
  endOffset: number
}

export type NewRecord = {
  topic: string
  key: string | null
  value: Buffer | null
  headers: Record<string, string>
}

export type LogRecord = NewRecord & { partition: number; offset: bigint }

export type RecordBatch = { topic: string; partition: number; records: LogRecord[] }

export type Subscription = {
  group: string
  topics: string[]
  /** How many records of one partition are handed over at once, at most. */
  maxBatch: number
  /**
   * Resolving acknowledges the batch. Rejecting hands it over again later. Batches of one partition come one
   * after the other. The signal tells a batch that waits for something to give up: the member is stopping or has lost
   * the partition.
   */
  onBatch(batch: RecordBatch, signal: AbortSignal): Promise<void>
  /** Called with null when the member consumes, and with the reason when it does not; it then joins again by itself. */
  onConsuming?(fault: Error | null): void
  /** The member can not go on, and this process should be replaced. */
  onFatal(error: unknown): void
}

export type Subscriber = {
  /** Resolves when the member has joined its group; waits for a log that is not there yet. */
  start(): Promise<void>
  /** Waits for batches in hand, acknowledges them and leaves the group. */
  stop(): Promise<void>
  /** False when the member has not been heard of for longer than a session may last. */
  isAlive(): boolean
}
