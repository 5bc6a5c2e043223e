import { freePort } from '@walkon/postgres/server'
import { createTcpProxy } from '@walkon/testing/tcp-proxy'
import postgres from 'postgres'
import { eventually } from '../support/walkon-client.ts'
import type { Yard } from './docker.ts'

const IMAGE = 'postgres:17'
const DISK_MB = 1_500
const ARCHIVE_MB = 2_000
const FOLDER = '/var/lib/postgresql/data'
const SETTINGS = [
  'max_connections=300',
  'wal_keep_size=64MB',
  'max_wal_size=256MB',
  'archive_mode=on',
  'archive_timeout=10s',
  // A crash can come between a copy and its record: the same file once more is no failure, which would end the archiving.
  'archive_command=cmp -s %p /archive/%f || (test ! -f /archive/%f && cp %p /archive/.%f && mv /archive/.%f /archive/%f)',
].flatMap((each) => ['-c', each])

/** A primary with a standby that it waits for, behind one address, as a cloud's database has one. The log is archived. */
export async function startDatabases(yard: Yard) {
  const servers = await createServers(yard)
  const { ask } = servers
  let primary = 'postgres-1'
  await servers.add(primary)
  await servers.run(primary)
  await yard.exec(
    primary,
    'sh',
    '-c',
    `echo "host replication all all scram-sha-256" >> ${FOLDER}/pg_hba.conf`,
  )
  // Among the settings that a copy of the server has too.
  await ask(primary, `alter system set synchronous_standby_names = 'standby'`)
  await ask(primary, 'select pg_reload_conf()')
  await servers.add('postgres-2', copyOf(primary, 'standby', '--write-recovery-conf'))
  await servers.run('postgres-2')
  const inSync = `select from pg_stat_replication where application_name = 'standby' and sync_state = 'sync'`
  await eventually(async () => (await ask(primary, inSync)).length === 1)
  const address = await createTcpProxy(servers.targetOf(primary))

  return {
    url: `postgres://postgres:postgres@127.0.0.1:${address.port}/postgres`,
    primary: () => primary,
    answers: () => servers.answers(primary),
    /** Steps 1 and 2 of a promotion: what the standby has replayed, its promotion, and the address that leads to it. */
    async promoteStandby(): Promise<string> {
      primary = 'postgres-2'
      const [replayed] = await ask(
        primary,
        'select pg_is_in_recovery(), pg_last_xact_replay_timestamp()::text, now()::text',
      )
      await ask(primary, 'alter system reset synchronous_standby_names')
      await ask(primary, 'select pg_reload_conf()')
      await ask(primary, 'select pg_promote()')
      address.redirect(servers.targetOf(primary))
      return JSON.stringify(replayed)
    },
    /** A full backup, on a disk of its own. */
    backUp: () => servers.add('postgres-3', copyOf(primary, 'backup')),
    /** Resolves with this instant when the archive of the log has it. */
    async archivedInstant(): Promise<string> {
      const [row] = await ask(primary, 'select now()::text as now, pg_walfile_name(pg_switch_wal()) as file')
      await eventually(async () => (await yard.onDisk('archive', 'ls /disk')).includes(String(row?.['file'])))
      return String(row?.['now'])
    },
    /** Step 2 of a restore: the backup, and the archive up to an instant. Resolves with what the server says. */
    async restoreTo(instant: string): Promise<string> {
      primary = 'postgres-3'
      await servers.recover(primary, instant)
      address.redirect(servers.targetOf(primary))
      return yard.said(primary, /recovery stopping|archive recovery complete/)
    },
    close: () => address.cut(),
  }
}

/** Servers by name, each with a disk and a port, and one archive of their logs. */
async function createServers(yard: Yard) {
  const ports: Record<string, number> = {}
  await yard.addDisk('archive', IMAGE, ARCHIVE_MB)
  await yard.onDisk('archive', 'chmod 777 /disk')
  const ask = async (name: string, text: string) => {
    const url = `postgres://postgres:postgres@127.0.0.1:${ports[name]}/postgres`
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} })
    return sql.unsafe(text).finally(() => sql.end({ timeout: 1 }))
  }
  const answers = (name: string) => eventually(async () => (await ask(name, 'select 1')).length === 1)

  async function run(name: string): Promise<void> {
    const port = await freePort()
    ports[name] = port
    const disks = [...yard.mount(`${name}-disk`, FOLDER), ...yard.mount('archive', '/archive')]
    const published = ['--env', 'POSTGRES_PASSWORD=postgres', '--publish', `127.0.0.1:${port}:5432`]
    await yard.addContainer(name, ...disks, ...published, IMAGE, 'postgres', ...SETTINGS)
    await answers(name)
  }
  return {
    ask,
    answers,
    run,
    targetOf: (name: string) => ({ host: '127.0.0.1', port: ports[name] ?? 0 }),
    /** A disk, and what is on it before its server runs. */
    async add(name: string, prepare = 'true'): Promise<void> {
      await yard.addDisk(`${name}-disk`, IMAGE, DISK_MB)
      await yard.onDisk(`${name}-disk`, prepare)
    },
    /** Runs the server of a backup up to an instant. Settings that only the recovery or the former primary needs are taken away. */
    async recover(name: string, instant: string): Promise<void> {
      const settings = [
        `restore_command = 'cp /archive/%f %p'`,
        `recovery_target_time = '${instant}'`,
        `recovery_target_action = 'promote'`,
      ]
      const lines = settings.map((line) => `echo "${line}" >> /disk/postgresql.auto.conf`)
      await yard.onDisk(`${name}-disk`, ['touch /disk/recovery.signal', ...lines].join('; '))
      await run(name)
      await eventually(async () => {
        const [row] = await ask(name, 'select pg_is_in_recovery() as recovers')
        return row?.['recovers'] === false
      })
      await ask(name, 'alter system reset recovery_target_time')
      await ask(name, 'alter system reset synchronous_standby_names')
      await ask(name, 'select pg_reload_conf()')
    },
  }
}

/** A script that copies a server that runs. */
const copyOf = (source: string, name: string, ...args: string[]) =>
  [
    'PGPASSWORD=postgres pg_basebackup --checkpoint=fast --pgdata=/disk',
    ...args,
    `--dbname="host=${source} user=postgres password=postgres application_name=${name}"`,
  ].join(' ')
