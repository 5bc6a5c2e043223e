import { freePort } from '@walkon/postgres/server'
import { GenericContainer, Wait } from 'testcontainers'

const PASSWORD = 'a-password-of-a-test'

/** A broker that knows its users by SCRAM-SHA-512 and enforces their rights; who comes by the port of the operator may do everything. */
export async function startGuardedKafka(users: string[]) {
  const [usersPort, operatorPort] = [await freePort(), await freePort()]
  const container = await new GenericContainer('apache/kafka:4.3.0')
    .withExposedPorts(
      { container: usersPort, host: usersPort },
      { container: operatorPort, host: operatorPort },
    )
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: `USERS://:${usersPort},OPERATOR://:${operatorPort},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `USERS://127.0.0.1:${usersPort},OPERATOR://127.0.0.1:${operatorPort}`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'USERS:SASL_PLAINTEXT,OPERATOR:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'OPERATOR',
      KAFKA_SASL_ENABLED_MECHANISMS: 'SCRAM-SHA-512',
      KAFKA_LISTENER_NAME_USERS_SCRAM___SHA___512_SASL_JAAS_CONFIG:
        'org.apache.kafka.common.security.scram.ScramLoginModule required;',
      KAFKA_AUTHORIZER_CLASS_NAME: 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      KAFKA_SUPER_USERS: 'User:ANONYMOUS',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_HEAP_OPTS: '-Xms256m -Xmx512m',
    })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start()
  for (const user of users) {
    const { exitCode, output } = await container.exec([
      '/opt/kafka/bin/kafka-configs.sh',
      '--bootstrap-server',
      `localhost:${operatorPort}`,
      '--alter',
      '--entity-type',
      'users',
      '--entity-name',
      user,
      '--add-config',
      `SCRAM-SHA-512=[password=${PASSWORD}]`,
    ])
    if (exitCode !== 0) throw new Error(output)
  }
  return {
    operator: { KAFKA_BROKERS: [`127.0.0.1:${operatorPort}`], KAFKA_TLS: false },
    as: (username: string) => ({
      KAFKA_BROKERS: [`127.0.0.1:${usersPort}`],
      KAFKA_TLS: false,
      KAFKA_USERNAME: username,
      KAFKA_PASSWORD: PASSWORD,
    }),
    stop: () => container.stop(),
  }
}
