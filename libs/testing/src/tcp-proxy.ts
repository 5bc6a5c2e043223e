import { connect, createServer, type Socket } from 'node:net'

/** A connection to a server that a test can cut: while it is cut, open connections are closed and new ones refused. */
export type TcpProxy = {
  port: number
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Listens on a free port, or on the given one. */
export async function createTcpProxy(target: { host: string; port: number }, port = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(target)
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
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
        for (const socket of sockets) socket.destroy()
      }),
    restore: () => listen(ownPort),
  }
}
