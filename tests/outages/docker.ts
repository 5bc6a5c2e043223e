import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { eventually } from '../support/walkon-client.ts'

const run = promisify(execFile)
const MAX_BUFFER = 64 * 1024 * 1024

/** Resolves with what `docker` prints. */
const docker = async (...args: string[]): Promise<string> =>
  (await run('docker', args, { maxBuffer: MAX_BUFFER })).stdout.trim()

/** Containers on a network of their own, with disks that a drill can fill, all removed at the end. */
export async function openYard() {
  const name = `walkon-drill-${randomBytes(3).toString('hex')}`
  const called = (part: string) => `${name}-${part}`
  const containers: string[] = []
  const volumes: string[] = []
  await docker('network', 'create', name)

  async function addContainer(part: string, ...args: string[]): Promise<void> {
    containers.push(called(part))
    const named = ['--name', called(part), '--hostname', part, '--network', name, '--network-alias', part]
    await docker('run', '--detach', ...named, ...args)
  }

  return {
    addContainer,
    ...controlContainers(called),
    ...controlDisks(called),
    /** A disk of this many megabytes. It lasts as long as a container has it, so one that does nothing holds it. */
    async addDisk(part: string, image: string, megabytes: number): Promise<void> {
      volumes.push(called(part))
      const options = ['type=tmpfs', 'device=tmpfs', `o=size=${megabytes}m`].flatMap((each) => [
        '--opt',
        each,
      ])
      await docker('volume', 'create', '--driver', 'local', ...options, called(part))
      const mount = ['--volume', `${called(part)}:/disk`]
      await addContainer(holderOf(part), ...mount, '--entrypoint', 'sleep', image, 'infinity')
    },
    async close(): Promise<void> {
      for (const container of containers)
        await docker('rm', '--force', '--volumes', container).catch(() => {})
      for (const volume of volumes) await docker('volume', 'rm', '--force', volume).catch(() => {})
      await docker('network', 'rm', name).catch(() => {})
    },
  }
}

export type Yard = Awaited<ReturnType<typeof openYard>>
type Called = (part: string) => string

const holderOf = (disk: string) => `${disk}-holder`

const controlContainers = (called: Called) => ({
  exec: (part: string, ...command: string[]) => docker('exec', called(part), ...command),
  kill: (part: string) => docker('kill', called(part)),
  start: (part: string) => docker('start', called(part)),
  remove: (part: string) => docker('rm', '--force', '--volumes', called(part)),
  /** Resolves when the container has ended by itself. */
  ended: (part: string) =>
    eventually(async () => {
      const isRunning = await docker('inspect', '--format', '{{.State.Running}}', called(part))
      return isRunning === 'false'
    }),
  /** The lines of its log that fit, the newest last. */
  async said(part: string, pattern: RegExp): Promise<string> {
    const logs = await run('docker', ['logs', '--tail', '2000', called(part)], { maxBuffer: MAX_BUFFER })
    const lines = `${logs.stdout}\n${logs.stderr}`.split('\n')
    return lines.filter((line) => pattern.test(line)).join('\n')
  },
})

const controlDisks = (called: Called) => {
  const onDisk = (disk: string, script: string) => docker('exec', called(holderOf(disk)), 'sh', '-c', script)
  return {
    onDisk,
    /** As an argument of a container. */
    mount: (disk: string, folder: string) => ['--volume', `${called(disk)}:${folder}`],
    /** Writes until there is no room. */
    fill: (disk: string) => onDisk(disk, 'dd if=/dev/zero of=/disk/filler bs=64k 2>&1 || true'),
    free: (disk: string) => onDisk(disk, 'rm --force /disk/filler'),
  }
}
