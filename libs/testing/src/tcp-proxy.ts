import { connect, createServer, type Socket } from 'node:net'

/** A connection to a server that a test can cut or hold up. */
export type TcpProxy = {
  port: number
  /** Closes open connections and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Keeps open connections and lets nothing through them, as a server that hangs. */
  pause(): void
  resume(): void
  /** Takes further connections to another server. Open ones stay where they are, as a failover leaves them. */
  redirect(target: Target): void
}

type Target = { host: string; port: number }

/** Listens on a free port, or on the given one. */
export async function createTcpProxy(first: Target, port = 0): Promise<TcpProxy> {
  let target = first
  const others = new Map<Socket, Socket>()
  let isPaused = false
  const server = createServer((incoming) => {
    const outgoing = connect(target)
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      others.set(socket, other)
      if (!isPaused) socket.pipe(other)
      socket.on('error', () => {})
      socket.on('close', () => {
        others.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = (on: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(on, '127.0.0.1', () => resolve())
    })

  await listen(port)
  const address = server.address()
  const ownPort = address && typeof address === 'object' ? address.port : port
  return {
    port: ownPort,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of others.keys()) socket.destroy()
      }),
    restore: () => listen(ownPort),
    pause: () => {
      isPaused = true
      for (const socket of others.keys()) socket.unpipe()
    },
    resume: () => {
      isPaused = false
      for (const [socket, other] of others) socket.pipe(other)
    },
    redirect: (next) => {
      target = next
    },
  }
}
