import kafkajs, { type Producer, type RecordMetadata, type TopicMessages } from 'kafkajs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { createPartitioner, demandAnswers } from './kafka-answers.ts'

/** Of kafkajs itself, which has no types for it. */
const sendMessages: (parts: object) => Producer['sendBatch'] = createRequire(import.meta.url)(
  'kafkajs/src/producer/sendMessages.js',
)

const TOPIC = 'rides'
const aRequest = (): TopicMessages[] => [
  {
    topic: TOPIC,
    messages: [
      { key: 'one', value: '1', partition: 0 },
      { key: 'two', value: '2', partition: 1 },
    ],
  },
]

type Asked = { topicData: { partitions: { partition: number }[] }[] }

/** Partition 0 is of the first broker. The second one gives its partition up when it is asked, to the first one or to itself. */
function aCluster({ movesTo }: { movesTo: 1 | 2 }) {
  const written: number[] = []
  let leaders = [1, 2]
  let isMoved = false
  const brokerOf = (nodeId: number) => ({
    nodeId,
    produce: async ({ topicData }: Asked) => {
      if (nodeId === 2 && !isMoved)
        throw new kafkajs.KafkaJSProtocolError(
          Object.assign(new Error('moved'), { type: 'NOT_LEADER_FOR_PARTITION', code: 6, retriable: true }),
        )
      const partitions = topicData.flatMap((each) => each.partitions.map(({ partition }) => partition))
      written.push(...partitions)
      return {
        topics: [
          {
            topicName: TOPIC,
            partitions: partitions.map((partition) => ({ partition, errorCode: 0, baseOffset: '0' })),
          },
        ],
      }
    },
  })
  const brokers = new Map([1, 2].map((nodeId) => [nodeId, brokerOf(nodeId)]))
  const send = sendMessages({
    logger: { error: () => {}, debug: () => {} },
    partitioner: createPartitioner(),
    cluster: {
      refreshMetadataIfNecessary: async () => {},
      refreshMetadata: async () => {
        isMoved = true
        leaders = [1, movesTo]
      },
      addMultipleTargetTopics: async () => {},
      isConnected: () => true,
      findTopicPartitionMetadata: () => leaders.map((leader, partitionId) => ({ partitionId, leader })),
      findLeaderForPartitions: (_: string, partitions: string[]) =>
        Object.fromEntries(
          [...Map.groupBy(partitions.map(Number), (partition) => leaders[partition] ?? 0)].map(
            (entry) => entry,
          ),
        ),
      findBroker: async ({ nodeId }: { nodeId: string }) => brokers.get(Number(nodeId)),
    },
    eosManager: {
      acquireBrokerLock: async () => {},
      releaseBrokerLock: async () => {},
      isTransactional: () => false,
      getSequence: () => 0,
      updateSequence: () => {},
      getProducerId: () => -1,
      getProducerEpoch: () => -1,
    },
    retrier: async (attempt: () => Promise<RecordMetadata[]>) => attempt().catch(() => attempt()),
  })
  return { written, send: (topicMessages: TopicMessages[]) => send({ acks: -1, topicMessages }) }
}

test('records that both brokers took are answered for', async () => {
  const { send, written } = aCluster({ movesTo: 2 })
  const request = aRequest()
  demandAnswers(request, await send(request))
  expect(written).toEqual([0, 1])
})

test('a record whose partition moved to a broker that had answered is missed, not believed to be written', async () => {
  const { send, written } = aCluster({ movesTo: 1 })
  const request = aRequest()
  const answers = await send(request)
  expect(written).toEqual([0])
  expect(() => demandAnswers(request, answers)).toThrow(
    'No broker answered for a record of rides, partition 1',
  )
})
