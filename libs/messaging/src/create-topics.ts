import { kafkaSettings, loadSettings } from '@walkon/service/config'
import { createLog } from '@walkon/service/log'
import { settingsOrExit } from '@walkon/service/settings-or-exit'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createTopics } from './kafka-topics.ts'

/** Run once per release, before the services start: `node libs/messaging/src/create-topics.ts`. With `--dry-run` it names the missing ones. */
const environment = kafkaSettings.safeExtend({
  /** Without a default: with a factor of 1 one lost disk loses published events that were not yet read. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1),
  LOG_LEVEL: z.string().default('info'),
})
const settings = settingsOrExit('create-topics', () => loadSettings(environment, process.env))
const { KAFKA_REPLICATION_FACTOR: replicationFactor, LOG_LEVEL: level, ...kafka } = settings
const options = { 'dry-run': { type: 'boolean', default: false } } as const
await createTopics({
  isDryRun: parseArgs({ options }).values['dry-run'],
  clientId: 'create-topics',
  settings: kafka,
  log: createLog({ service: 'create-topics', level }),
  replicationFactor,
})
