import kafkajs, { type ICustomPartitioner, type RecordMetadata, type TopicMessages } from 'kafkajs'

/** The partition that each message was given last. */
const partitionOf = new WeakMap<object, number>()

/** The partitions of kafkajs' own partitioner, remembered for `demandAnswers`. */
export const createPartitioner: ICustomPartitioner = () => {
  const choose = kafkajs.Partitioners.DefaultPartitioner()
  return (choice) => {
    const partition = choose(choice)
    partitionOf.set(choice.message, partition)
    return partition
  }
}

/**
 * Throws unless a broker answered for each message. Where one broker took its part of a request, and another one's partitions moved to it
 * before they were taken, kafkajs does not ask it again and resolves: those records are in no log.
 */
export function demandAnswers(sent: TopicMessages[], answers: RecordMetadata[]): void {
  const answered = new Set(answers.map(({ topicName, partition }) => `${topicName} ${partition}`))
  for (const { topic, messages } of sent)
    for (const message of messages) {
      const partition = partitionOf.get(message)
      if (!answered.has(`${topic} ${partition}`))
        throw new Error(`No broker answered for a record of ${topic}, partition ${partition}`)
    }
}
