// Loaded by `--import` into the program that CONNECTIONS_OF names: each host that it asks for is written to CONNECTIONS_FILE, and one that is
// not this machine is not reached. Plain JavaScript, because npm may run on an older Node.
import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isIP, Socket } from 'node:net'

const { CONNECTIONS_OF, CONNECTIONS_FILE } = process.env
const LOOPBACK = /^(127\.|::1$|localhost$)/

function guard() {
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function (...args) {
    const host = hostOf(Array.isArray(args[0]) ? args[0] : args)
    if (host === null || isAllowed(host)) return connect.apply(this, args)
    this.destroy(refusal(host))
    return this
  }
  const send = dgram.Socket.prototype.send
  dgram.Socket.prototype.send = function (...args) {
    const host = args.find((arg, place) => place > 0 && typeof arg === 'string') ?? 'localhost'
    if (!isAllowed(host)) throw refusal(host)
    return send.apply(this, args)
  }
  for (const module of [dns, dns.promises])
    for (const name of Object.keys(module).filter((one) => /^(lookup|resolve)/.test(one)))
      module[name] = guardedQuery(module[name])
  syncBuiltinESMExports()
}

/** Null for a socket of the file system. */
function hostOf([first, second]) {
  if (typeof first === 'object' && first !== null) return first.path ? null : (first.host ?? 'localhost')
  if (typeof first === 'string' && Number.isNaN(Number(first))) return null
  return typeof second === 'string' ? second : 'localhost'
}

const guardedQuery = (query) =>
  function (name, ...rest) {
    if (isIP(String(name)) || isAllowed(String(name))) return query.call(this, name, ...rest)
    const done = rest.at(-1)
    if (typeof done !== 'function') return Promise.reject(refusal(name))
    process.nextTick(done, refusal(name))
    return {}
  }

function isAllowed(host) {
  appendFileSync(CONNECTIONS_FILE, `${host}\n`)
  return LOOPBACK.test(host)
}

const refusal = (host) =>
  Object.assign(new Error(`Not reached by the test: ${host}`), { code: 'ENETUNREACH' })

if (CONNECTIONS_OF && CONNECTIONS_FILE && process.argv[1]?.endsWith(CONNECTIONS_OF)) guard()
