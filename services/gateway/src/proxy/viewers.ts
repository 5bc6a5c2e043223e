import { PING_BLOCK } from '@walkon/contracts/http/event-stream'
import type { ServerResponse } from 'node:http'
import type { Headers } from './proxied-headers.ts'

/** The responses of one stream's viewers. One snapshot and one event bound the bytes that they have not read. */
export function createViewers(readSnapshot: () => Buffer | null) {
  const all = new Set<ServerResponse>()
  /** Viewers with unread bytes, who missed an event; the number is of pings since. */
  const behind = new Map<ServerResponse, number>()

  function add(viewer: ServerResponse, headers: Headers): void {
    all.add(viewer)
    viewer.writeHead(200, headers)
    viewer.flushHeaders()
    viewer.on('error', remove)
    viewer.on('drain', catchUp)
    const snapshot = readSnapshot()
    if (snapshot) viewer.write(snapshot)
  }

  function remove(this: ServerResponse): void {
    drop(this)
  }

  function drop(viewer: ServerResponse): void {
    all.delete(viewer)
    behind.delete(viewer)
    viewer.destroy()
  }

  /** The snapshot stands for all that the viewer missed. */
  function catchUp(this: ServerResponse): void {
    if (!behind.delete(this)) return
    const snapshot = readSnapshot()
    if (snapshot) this.write(snapshot)
  }

  return {
    add,
    delete(viewer: ServerResponse): void {
      all.delete(viewer)
      behind.delete(viewer)
    },
    send(block: Buffer): void {
      for (const viewer of all) {
        if (!viewer.writableNeedDrain) viewer.write(block)
        else if (!behind.has(viewer)) behind.set(viewer, 0)
      }
    },
    /** Tells each page that its stream is there and keeps proxies from closing a silent one. Drops viewers that have not read for two pings. */
    ping(): void {
      for (const [viewer, pings] of behind) {
        if (pings >= 2) drop(viewer)
        else behind.set(viewer, pings + 1)
      }
      for (const viewer of all) if (!viewer.writableNeedDrain) viewer.write(PING)
    },
    /** Ends each response whole: the page connects again. */
    end(): void {
      for (const viewer of all) viewer.end()
      all.clear()
      behind.clear()
    },
  }
}

const PING = Buffer.from(PING_BLOCK)
